import { directionOf } from './interface-languages.ts';
import { interfaceLanguage } from './messages.ts';
import { pairName } from './pair-name.ts';

/** `English → German` for `en-de`. English is on one side of almost every model, so the split is where it is. */
export function modelPairName(name: string): string {
  const inOrder = isRightToLeft() ? rightToLeftMark : '';
  return inOrder + pairName(...languagesOf(name));
}

/** Inside a sentence, the direction of a value is that of its first letter outside of names, and a pair has only names. */
const rightToLeftMark = '\u200F';

function languagesOf(name: string): [source: string, target: string] {
  if (name.startsWith('en-')) return ['en', name.slice(3)];
  if (name.endsWith('-en')) return [name.slice(0, -3), 'en'];
  const [source = name, ...target] = name.split('-');
  return [source, target.join('-')];
}

export function isRightToLeft(): boolean {
  return directionOf(interfaceLanguage()) === 'rtl';
}
