import { languageName } from './language-names.ts';
import { tIn } from './messages.ts';

/** `English → Spanish`; in a right-to-left language, the arrow points to the left. */
export function pairName(source: string, target: string): string {
  return pairOfCodes(languageName(source), languageName(target));
}

/** `EN → ES`, where there is no space for names. */
export function pairOfCodes(source: string, target: string): string {
  return tIn('language pair', '{source} → {target}', { source, target });
}
