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
# Whole: npm keeps some packages in server/node_modules.
COPY --from=build --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Whether the process answers, which it does once it has migrated. Not /readyz: no restart brings a database back.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets the signals, so that a stop drains.
CMD ["node", "server/dist/main.js"]
