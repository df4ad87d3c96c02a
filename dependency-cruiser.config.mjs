// The import table of docs/extend/README.md, as rules. A folder may import itself, `lib`, `config`
// and what its row names; everything else fails `npm run check`.
const table = {
  // What the routes of glossaries on both listeners share.
  'http/glossaries': ['http', 'accounts'],
  // What the routes of documents on both listeners share.
  'http/documents': ['http', 'documents'],
  'http/public': [
    'http',
    'http/glossaries',
    'http/documents',
    'gateway',
    'accounts',
    'documents',
    'auth',
    'limits',
    'translate',
    'metering',
    'engines',
    'observability',
  ],
  'http/console': [
    'http',
    'http/glossaries',
    'http/documents',
    'gateway',
    'accounts',
    'documents',
    'auth',
    'limits',
    'translate',
    'metering',
    'engines',
    'observability',
  ],
  'http/ops': [
    'http',
    'gateway',
    'accounts',
    'documents',
    'auth',
    'limits',
    'translate',
    'metering',
    'engines',
    'observability',
  ],
  gateway: ['auth', 'limits', 'translate', 'metering', 'observability'],
  auth: ['store', 'observability'],
  limits: ['store', 'observability'],
  metering: ['store', 'observability'],
  translate: ['engines', 'store', 'observability'],
  engines: ['observability'],
  accounts: ['auth', 'store', 'observability'],
  documents: ['gateway', 'translate', 'store', 'observability'],
  store: ['observability'],
  jobs: ['limits', 'translate', 'metering', 'accounts', 'documents', 'observability'],
  cli: ['store', 'auth', 'accounts', 'metering', 'engines', 'observability'],
  config: [],
  observability: [],
  lib: [],
};

const folderRules = Object.entries(table).map(([folder, mayImport]) => ({
  name: `import-table: ${folder}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: '^src/',
    pathNot: [
      `^src/${folder}/`,
      '^src/lib/',
      ...(folder === 'lib' ? [] : ['^src/config/']),
      // `http` alone means the files that all listeners share, not the listeners.
      ...mayImport.map((other) => (other === 'http' ? '^src/http/[^/]+$' : `^src/${other}/`)),
    ],
  },
}));

// The files directly under http/ serve every listener, so they know none of them.
const sharedHttpRule = {
  name: 'import-table: http (shared)',
  severity: 'error',
  from: { path: '^src/http/[^/]+$', pathNot: '[.]test[.]ts$' },
  to: {
    path: '^src/',
    pathNot: ['^src/http/[^/]+$', '^src/lib/', '^src/config/', '^src/(auth|observability)/'],
  },
};

const onlyIn = (library, where) => ({
  name: `only-in: ${library}`,
  severity: 'error',
  from: { path: '^src/', pathNot: [where, '[.]test[.]ts$'] },
  to: { path: `^(node_modules/)?(@types/)?${library}(/|$)` },
});

export default {
  forbidden: [
    ...folderRules,
    sharedHttpRule,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'only-wiring-knows-every-folder',
      comment: 'wiring/ connects the parts and main.ts starts the process: nothing else may import them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main[.]ts$|wiring/)' },
      to: { path: '^src/(main[.]ts$|wiring/)' },
    },
    {
      name: 'no-tests-in-source',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: ['^test/', '[.]test[.]ts$'] },
    },
    {
      name: 'only-known-folders',
      comment: 'A new folder under src/ needs a row in the table above and a page in docs/decisions/.',
      severity: 'error',
      from: {
        path: '^src/[^/]+/',
        pathNot: `^src/(${Object.keys(table).join('|')}|http|wiring)/`,
      },
      to: {},
    },
    // Whoever opens a connection elsewhere forgets to listen to its errors, and one that breaks ends the process.
    onlyIn('pg', '^src/store/postgres/database[.]ts$'),
    onlyIn('node-pg-migrate', '^src/store/'),
    onlyIn('ioredis', '^src/store/'),
    onlyIn('graphile-worker', '^src/store/postgres/job-queue[.]ts$'),
    onlyIn('fastify', '^src/http/'),
    onlyIn('@fastify/multipart', '^src/http/'),
    onlyIn('undici', '^src/engines/engine-http[.]ts$'),
    onlyIn('@browsermt/bergamot-translator', '^src/engines/bergamot/'),
    onlyIn('pino', '^src/observability/'),
    onlyIn('@prometheus-io/client', '^src/observability/'),
    onlyIn('@node-rs/argon2', '^src/accounts/users/'),
    onlyIn('commander', '^src/(cli/|main[.]ts$)'),
    onlyIn('eld', '^src/translate/'),
    onlyIn('fasttext[.]wasm[.]js', '^src/translate/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
