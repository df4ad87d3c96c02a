/** Rules for every style sheet of the dashboard: it mirrors for right-to-left languages, and its text is legible. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../styles');
const sheets = globSync('*.css', { cwd: folder }).map((name) => ({
  name,
  css: readFileSync(join(folder, name), 'utf8').replace(/\/\*.*?\*\//gs, ''),
}));

/** Properties and values that name a side of the screen; `inset-inline-start` and the like mirror. */
const physical = [
  /^(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /^border-(?:top|bottom)-(?:left|right)-radius$/,
  /^(?:left|right|top|bottom)$/,
  /^(?:text-align|float|clear): (?:left|right)$/,
  // Four values of which the second and the last differ: left and right.
  /^(?:margin|padding|inset|border-width): \S+ (\S+) \S+ (?!\1$)\S+$/,
  /^border-radius: \S+ \S+/,
];

function declarationsIn(css: string): string[] {
  return [...css.matchAll(/([a-z-]+):\s*([^;{}]+);/g)].map(([, name, value]) => `${name}: ${value}`);
}

test.each(sheets)('$name names no side of the screen', ({ css }) => {
  const found = declarationsIn(css).filter((declaration) => {
    const [name = ''] = declaration.split(':');
    return physical.some((rule) => rule.test(declaration) || rule.test(name));
  });
  expect(found).toEqual([]);
});

test('motion takes at most 150 ms, except that of placeholders', () => {
  const moving = sheets.flatMap(({ css }) =>
    [...css.matchAll(/--motion: (\d+)ms/g)].map(([, ms]) => Number(ms)),
  );
  expect(moving).toHaveLength(1);
  expect(Math.max(...moving)).toBeLessThanOrEqual(150);
  for (const { name, css } of sheets)
    for (const declaration of declarationsIn(css).filter((one) => one.startsWith('transition:')))
      expect(declaration, name).toMatch(/var\(--motion\)|none/);
});

test('figures of equal width are for figures: in words they pull hyphens apart', () => {
  for (const { name, css } of sheets) {
    expect(declarationsIn(css), name).not.toContain('font-feature-settings: "tnum"');
    for (const [, selectors = ''] of css.matchAll(/([^{}]+)\{[^{}]*tabular-nums/g))
      expect(selectors, name).not.toMatch(/(?:^|[\s,])(?:body|main|p|td|th|\*|:root)\s*(?:,|$)/);
  }
});

const tokens = sheets.find(({ name }) => name === 'tokens.css')?.css ?? '';
const [light = '', dark = ''] = tokens.split(':root[data-theme="dark"]');
const themes = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } };

function coloursIn(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  );
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const onEveryGround = ['text', 'text-quiet', 'accent', 'good', 'warn', 'bad'];
const pairs = [
  ...onEveryGround.flatMap((text) =>
    ['page', 'surface', 'hover'].map((ground) => [text, ground, 4.5] as const),
  ),
  ['on-accent', 'accent', 4.5],
  ['on-bad', 'bad', 4.5],
  ['test', 'test-ground', 4.5],
  ['text', 'test-ground', 4.5],
  // Borders of controls and strokes of drawings.
  ['line-strong', 'page', 3],
  ['line-strong', 'surface', 3],
] as const;

test.each(Object.entries(themes))(
  'in the %s theme text has a contrast of 4.5, lines of controls 3',
  (_theme, colours) => {
    const tooWeak = pairs.flatMap(([text, ground, least]) => {
      const ratio = contrast(colours[text] ?? '', colours[ground] ?? '');
      return ratio >= least ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)}`];
    });
    expect(tooWeak).toEqual([]);
  },
);

test('bars of charts differ from the page, and none has the colour of errors', () => {
  for (const colours of Object.values(themes))
    for (let i = 1; i <= 6; i++) {
      expect(contrast(colours[`series-${i}`] ?? '', colours.page ?? '')).toBeGreaterThan(2.5);
      expect(colours[`series-${i}`]).not.toBe(colours.bad);
    }
});
