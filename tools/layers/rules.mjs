/** Layers from the lowest to the highest. A file may import its own layer and lower ones. */
const serverLayers = [
  /^server\/src\/(lib\/|timings\.ts$)/u,
  /^server\/src\/(events|measurements|config)\.ts$/u,
  /^server\/src\/db\//u,
  /^server\/src\/http\//u,
  /^server\/src\/modules\//u,
  /^server\/src\/(app|services|routes|openapi|stop)\.ts$/u,
  /^server\/src\/(main\.ts|seed\/)/u,
];
const clientLayers = [
  /^client\/src\/lib\//u,
  /^client\/src\/ui\//u,
  /^client\/src\/api\//u,
  /^client\/src\/stores\//u,
  /^client\/src\/realtime\//u,
  /^client\/src\/parts\//u,
  /^client\/src\/features\//u,
  /^client\/src\/(app\/|main\.tsx)/u,
];
const realtimeLayers = ['transport', 'sockets', 'cluster', 'events'].map(
  (wing) => new RegExp(`^server/src/modules/realtime/${wing}/`, 'u'),
);
const sharedLayers = [/^shared\/src\/rules\//u, /^shared\/src\/contract\//u];

const isTest = (file) =>
  /\.test\.\w+$|\/system-tests\/|^client\/src\/testing\/|^(client\/(e2e|verify)|testing)\//u.test(file);
const moduleOf = (file) => /^server\/src\/modules\/([^/]+)\//u.exec(file)?.[1];
const featureOf = (file) => /^client\/src\/features\/([^/]+)\//u.exec(file)?.[1];
const workspaceOf = (file) => file.split('/')[0];
const isRoutes = (file) => /(^|[./])routes\.ts$/u.test(file);
const isQueries = (file) => /(^|[./])queries\.ts$/u.test(file);
const layer = (layers, file) => layers.findIndex((pattern) => pattern.test(file));
const upwards = (layers) => (from, to) => {
  const [low, high] = [layer(layers, from), layer(layers, to)];
  return low !== -1 && high !== -1 && low < high;
};

/** Files that keep one table each, named for it. */
const TABLES = /\/(auth\/sessions|teams\/teams|messages\/conversations|dashboard\/uptime)\.ts$/u;

/**
 * What may not be imported: `broken(from, to)` is true where an import breaks the rule. Tests may reach anywhere.
 * @type {{ says: string, broken: (from: string, to: string) => boolean }[]}
 */
const rules = [
  { says: 'server: lib, timings ← events ← db ← http ← modules ← app ← main', broken: upwards(serverLayers) },
  { says: 'client: lib ← ui ← api ← stores ← realtime ← parts ← features ← app', broken: upwards(clientLayers) },
  { says: 'realtime: transport ← sockets ← cluster ← events', broken: upwards(realtimeLayers) },
  { says: 'shared: rules ← contract', broken: upwards(sharedLayers) },
  {
    says: 'a module offers the others one file, named like it: modules/X/X.ts',
    broken: (from, to) =>
      moduleOf(from) !== undefined &&
      moduleOf(to) !== undefined &&
      moduleOf(from) !== moduleOf(to) &&
      !to.endsWith(`/modules/${moduleOf(to)}/${moduleOf(to)}.ts`),
  },
  {
    says: 'inside a module: queries ← services ← routes',
    broken: (from, to) =>
      moduleOf(from) !== undefined &&
      moduleOf(from) === moduleOf(to) &&
      ((isRoutes(to) && !isRoutes(from)) ||
        (isQueries(to) && isRoutes(from)) ||
        (isQueries(from) && /(^|[./])service\.ts$/u.test(to))),
  },
  {
    says: 'of the modules, only routes and realtime import http',
    broken: (from, to) =>
      to.startsWith('server/src/http/') &&
      moduleOf(from) !== undefined &&
      moduleOf(from) !== 'realtime' &&
      !isRoutes(from),
  },
  {
    says: 'only app.ts imports realtime',
    broken: (from, to) => moduleOf(to) === 'realtime' && moduleOf(from) !== 'realtime' && from !== 'server/src/app.ts',
  },
  {
    says: 'of the modules, only queries and the files that keep one table know Kysely',
    broken: (from, to) =>
      to === 'kysely' &&
      from.startsWith('server/') &&
      !isQueries(from) &&
      !TABLES.test(from) &&
      !/^server\/src\/(db\/|seed\/|http\/health\.ts)/u.test(from),
  },
  {
    says: 'only realtime knows Socket.IO on the server',
    broken: (from, to) =>
      /^(@socket\.io\/|socket\.io)/u.test(to) && from.startsWith('server/') && moduleOf(from) !== 'realtime',
  },
  {
    says: 'of the modules, only routes, auth/tokens.ts and metrics know Fastify',
    broken: (from, to) =>
      /^(@fastify\/|fastify$)/u.test(to) &&
      moduleOf(from) !== undefined &&
      moduleOf(from) !== 'metrics' &&
      !isRoutes(from) &&
      !from.endsWith('/auth/tokens.ts'),
  },
  {
    says: 'features do not import each other',
    broken: (from, to) =>
      featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
  },
  {
    says: 'server, client and loadtest build on shared only; testing is for tests',
    broken: (from, to) =>
      ['server', 'client', 'loadtest', 'shared'].includes(workspaceOf(from)) &&
      /^(server|client|loadtest|testing|tools)\//u.test(to) &&
      workspaceOf(from) !== workspaceOf(to),
  },
];

/** @param {{ from: string, to: string }[]} edges @returns {string[]} one line an import that breaks a rule */
export const brokenRules = (edges) =>
  edges
    .filter(({ from }) => !isTest(from))
    .flatMap(({ from, to }) =>
      rules.filter((rule) => rule.broken(from, to)).map((rule) => `${from} imports ${to}\n  ${rule.says}`),
    );

/** The same imports between modules: a cycle of modules need not be one of files. */
export const moduleEdges = (edges) =>
  edges
    .filter(({ from, to }) => !isTest(from) && moduleOf(from) && moduleOf(to))
    .map(({ from, to }) => ({ from: `modules/${moduleOf(from)}`, to: `modules/${moduleOf(to)}` }));
