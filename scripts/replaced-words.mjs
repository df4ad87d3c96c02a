// Words and names that were replaced because readers paused at them, each with what to write instead. Whole words, whatever
// their case unless they are names of code. docs/extend/terms.md explains the terms.
export const replaced = [
  // Names of code.
  { word: 'EngineBoard', write: 'EngineSupervisor' },
  { word: 'EngineVisit', write: 'EngineAttempt' },
  { word: 'GlossaryShelf', write: 'GlossaryLoader' },
  { word: 'glossary-shelf', write: 'glossary-loader' },
  { word: 'carryOut', write: 'run, or translateAlongRoutes' },
  { word: 'carryUnits', write: 'translateUnits' },
  { word: 'settleBlanks', write: 'restoreWhitespace' },
  { word: 'settle-blanks', write: 'restore-whitespace' },
  { word: 'settleCase', write: 'restoreCase' },
  { word: 'tellingWords', write: 'distinctiveWords' },
  { word: 'telling-words', write: 'distinctive-words' },
  { word: 'RecentTimes', write: 'RecentLatencies' },
  // Words.
  { word: 'telling words', write: 'distinctive words' },
  { word: 'can not', write: 'cannot' },
  { word: 'that is none', write: 'that is not one, that is invalid' },
  { word: 'of before', write: 'earlier, previous' },
  { word: 'mend', write: 'fix' },
  { word: 'mended', write: 'fixed' },
  { word: 'hand on', write: 'pass on' },
];

/** Where they may stand, and why. */
export const allowed = [
  { path: /^CHANGELOG\.md$/, because: 'it tells the history, with the names of its time' },
  { path: /^src\/store\/postgres\/migrations\//, because: 'a migration that was released never changes' },
  { path: /^docs\/decisions\//, because: 'a decision is kept as it was written' },
  { path: /^scripts\/replaced-words\.mjs$/, because: 'the list itself' },
  { path: /\.(png|svg|json|tsv|csv|docx|xlsx|pptx)$/, because: 'data' },
];
