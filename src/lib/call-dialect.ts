/**
 * How a call came in: over which protocol, or from the browser, which means everything that people do on the
 * console. `deepl` stands for the paths of DeepL's client libraries.
 */
export const callDialects = ['v1', 'deepl', 'libretranslate', 'deeplx', 'apy', 'mcp', 'browser'] as const;

export type CallDialect = (typeof callDialects)[number];
