import { dashboardFolders, folders, libraries } from './scripts/import-table.mjs';

// The import tables of docs/extend/, as rules. A folder may import itself, `lib`, `config`
// and what its row names; everything else fails `npm run check`.
const folderRules = Object.entries(folders).map(([folder, { imports }]) => ({
  name: `import-table: ${folder}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: '^src/',
    pathNot: [
      `^src/${folder}/`,
      '^src/lib/',
      ...(folder === 'lib' ? [] : ['^src/config/']),
      // `translate/*` means the files directly in the folder, and not the folders in it.
      ...imports.map((other) => `^src/${other.endsWith('/*') ? `${other.slice(0, -1)}[^/]+$` : `${other}/`}`),
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

const dashboardRules = [
  ...Object.entries(dashboardFolders).map(([folder, { imports }]) => ({
    name: `import-table: dashboard ${folder}`,
    severity: 'error',
    from: { path: `^dashboard/src/${folder}/` },
    to: {
      path: ['^dashboard/src/', '^src/'],
      pathNot: [folder, ...imports, 'styles'].map((other) => `^dashboard/src/${other}/`),
    },
  })),
  {
    name: 'pages-import-no-pages',
    comment: 'What two pages show is a component.',
    severity: 'error',
    from: { path: '^dashboard/src/pages/(operator/[^/]+|[^/]+)' },
    to: { path: '^dashboard/src/pages/', pathNot: '^dashboard/src/pages/$1(/|$)' },
  },
  {
    name: 'only-known-folders-of-the-dashboard',
    comment: 'A new folder under dashboard/src/ needs a row in scripts/import-table.mjs.',
    severity: 'error',
    from: {
      path: '^dashboard/src/[^/]+/',
      pathNot: `^dashboard/src/(${Object.keys(dashboardFolders).join('|')})/`,
    },
    to: {},
  },
  {
    name: 'no-tests-in-the-dashboard',
    severity: 'error',
    from: { path: '^dashboard/src/', pathNot: '[.]test[.]ts$' },
    to: { path: ['^test/', '[.]test[.]ts$'] },
  },
];

const escapeDots = (path) => path.replaceAll('.', '[.]');

const onlyIn = (library, where) => ({
  name: `only-in: ${library}`,
  severity: 'error',
  from: {
    path: '^src/',
    // main.ts starts the command line.
    pathNot: [`^src/${escapeDots(where)}`, '^src/main[.]ts$', '[.]test[.]ts$'],
  },
  to: { path: `^(node_modules/)?(@types/)?${escapeDots(library)}(/|$)` },
});

export default {
  forbidden: [
    ...folderRules,
    sharedHttpRule,
    ...dashboardRules,
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
      comment:
        'A new folder under src/ needs a row in scripts/import-table.mjs and a page in docs/decisions/.',
      severity: 'error',
      from: {
        path: '^src/[^/]+/',
        pathNot: `^src/(${Object.keys(folders).join('|')}|http|wiring)/`,
      },
      to: {},
    },
    ...Object.entries(libraries).map(([library, where]) => onlyIn(library, where)),
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
