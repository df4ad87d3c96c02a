// Which folder of src/ and of dashboard/src/ may import which, and what belongs into each: dependency-cruiser.config.mjs
// enforces it, and scripts/write-import-table.mjs writes it into docs/extend/. `translate/*` means the files directly in
// a folder, and not the folders in it.
const listeners = [
  'gateway',
  'accounts',
  'documents',
  'auth',
  'limits',
  'translate',
  'metering',
  'engines',
  'events',
  'observability',
];

export const folders = {
  'http/glossaries': {
    imports: ['http/*', 'accounts'],
    holds: 'what the glossary routes of both listeners share',
  },
  'http/documents': {
    imports: ['http/*', 'documents'],
    holds: 'what the document routes of both listeners share',
  },
  'http/style-rules': {
    imports: ['http/*', 'accounts'],
    holds: 'what the style rule routes of both listeners share',
  },
  'http/public': {
    imports: ['http/*', 'http/glossaries', 'http/documents', 'http/style-rules', ...listeners],
    holds: 'the public API: headers, statuses, schemas',
  },
  'http/console': {
    imports: ['http/*', 'http/glossaries', 'http/documents', 'http/style-rules', ...listeners],
    holds: "the dashboard's API and pages",
  },
  'http/dialects': {
    imports: ['http/*', 'http/public/*', 'http/documents', ...listeners],
    holds: 'the protocols of other translation servers, on a listener of their own',
  },
  'http/ops': { imports: ['http/*', ...listeners], holds: 'health checks and metrics for operators' },
  gateway: {
    imports: ['auth', 'limits', 'translate/*', 'metering', 'observability'],
    holds: 'the order of the steps of a call',
  },
  auth: { imports: ['store', 'observability'], holds: 'who is calling, and what the key allows' },
  limits: { imports: ['store', 'observability'], holds: 'how many calls, how fast, how many at once' },
  metering: { imports: ['store', 'observability'], holds: 'counting and charging characters' },
  translate: {
    imports: ['engines', 'markup', 'store', 'observability'],
    holds: 'text to text: detection, routing, protection, glossaries, instructions, cache',
  },
  engines: { imports: ['observability'], holds: 'one folder or file for each translation engine' },
  accounts: {
    imports: ['auth', 'store', 'observability'],
    holds: 'creating and changing teams, keys, people, glossaries, style rules',
  },
  documents: {
    imports: ['gateway', 'translate/*', 'markup', 'store', 'observability'],
    holds: 'reading files, translating their texts, writing files',
  },
  markup: { imports: [], holds: 'reading HTML and XML by position; their tags, entities and rules' },
  events: {
    imports: ['store', 'observability'],
    holds: 'reporting what happened: events, their destinations, webhooks, mail',
  },
  store: { imports: ['observability'], holds: 'SQL, Redis commands, stored files' },
  jobs: {
    imports: ['limits', 'translate', 'metering', 'accounts', 'documents', 'events', 'observability'],
    holds: 'what runs on a schedule',
  },
  cli: {
    imports: ['store', 'auth', 'accounts', 'metering', 'engines', 'events', 'observability'],
    holds: 'commands: flags in, text out',
  },
  config: { imports: [], holds: 'the environment and the configuration file' },
  observability: { imports: [], holds: 'logs, metrics, traces' },
  lib: { imports: [], holds: 'helpers that know nothing of the product' },
};

/** The same for dashboard/src/. The files directly in it are the frame around the pages: no folder may import them. */
export const dashboardFolders = {
  pages: {
    imports: ['components', 'state', 'api', 'lib'],
    holds: 'one folder or file for each page; a page imports no other page',
  },
  components: { imports: ['state', 'api', 'lib'], holds: 'what several pages show' },
  state: {
    imports: ['api', 'lib'],
    holds: 'what the whole dashboard shares: address, team, theme, language, time zone',
  },
  api: { imports: ['lib'], holds: "requests to the console's API, and its types" },
  lib: { imports: [], holds: 'helpers that know nothing of the product' },
};

/** Libraries that only one place may import. */
export const libraries = {
  // A connection that is opened elsewhere has no error listener, and an unhandled connection error ends the process.
  pg: 'store/postgres/database.ts',
  'node-pg-migrate': 'store/',
  ioredis: 'store/',
  'graphile-worker': 'store/postgres/job-queue.ts',
  fastify: 'http/',
  '@fastify/ajv-compiler': 'http/schema-compilers.ts',
  '@fastify/fast-json-stringify-compiler': 'http/schema-compilers.ts',
  'find-my-way': 'http/path-methods.ts',
  '@fastify/multipart': 'http/',
  undici: 'engines/engine-http.ts',
  htmlparser2: 'markup/scan-markup.ts',
  '@browsermt/bergamot-translator': 'engines/bergamot/',
  pino: 'observability/',
  '@prometheus-io/client': 'observability/',
  '@node-rs/argon2': 'accounts/users/',
  'openid-client': 'accounts/single-sign-on/',
  jose: 'accounts/single-sign-on/',
  otpauth: 'accounts/second-factor/',
  '@simplewebauthn/server': 'accounts/second-factor/',
  nodemailer: 'events/mail/send-mail.ts',
  commander: 'cli/',
  eld: 'translate/',
  'fasttext.wasm.js': 'translate/',
};
