FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY client/package.json client/
RUN npm ci --no-fund --no-audit
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf server/src server/system-tests client/build client/e2e client/src client/worker shared/src

FROM node:24-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
# Copy everything: npm installs some packages in server/node_modules.
COPY --from=build --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Liveness, answered once migrations are done. Not /readyz, since no restart fixes a database.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Run Node directly, so that it gets signals and drains on stop.
CMD ["node", "server/dist/main.js"]
