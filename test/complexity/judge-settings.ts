import { isLong, leewayInGate } from '../support/long-form.ts';
import type { JudgeSettings } from './judge-climb.ts';
import type { Target } from './target.ts';

/** The largest inputs only in the long form: growth shows earlier, and whole requests of full size are sent besides. */
const shortPart = 1 / 8;
const maxShortSize = 16_384;

export function judgeSettings({ maxSize }: Target, slowness: number): JudgeSettings {
  if (isLong) return { slowness, maxSize, factor: 2, isQuick: false };
  const shortSize = Math.min(maxShortSize, Math.ceil(maxSize * shortPart));
  return { slowness: leewayInGate(slowness), maxSize: shortSize, factor: 4, isQuick: true };
}
