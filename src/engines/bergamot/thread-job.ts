/**
 * What a thread translates at once: portions of one or several batches for the same model. Together they fill the
 * calls to the WASM, which translates many short texts in little more time than one.
 */
import { type Model, modelKey } from './models.ts';
import { charactersOf, charactersPerPortion, type Portion, type TextBatch } from './text-batch.ts';

/** With the own kernel, a thread translates this much in about a quarter of a second, many texts in one call. */
export const charactersPerJob = 3 * charactersPerPortion;

/** Texts that cannot share a call to the WASM after all are translated one by one, and a new call may have to wait. */
const maxTextsPerJob = 64;

/** While several teams use the engine, a job takes about so long at most: a new call may have to wait for it. */
const sharedJobMs = 50;

/** A team that has used so much more engine time than another does not make it wait by sharing its job. */
const maxLeadMs = 250;

export interface ThreadJob {
  readonly model: Model;
  readonly isHtml: boolean;
  /** At least one. */
  readonly portions: readonly Portion[];
}

/** How long a thread worked on a job, and whether it had to start or load a model for it. */
export interface ThreadWork {
  readonly workedMs: number;
  readonly isLoading: boolean;
}

/**
 * Takes a portion of the first batch, and as many of others as fit, one of each in turn. With `maxCharacters` 0, only
 * the portion.
 */
export function takeJob(
  first: TextBatch,
  waiting: readonly TextBatch[],
  maxCharacters: number,
): ThreadJob | undefined {
  const { model, isHtml } = first;
  const portion = first.take();
  if (portion === undefined) return undefined;
  const portions = [portion];
  const room = new JobRoom(maxCharacters, first.claim?.isShared ? sharedJobMs : Number.POSITIVE_INFINITY);
  room.fill(portion);
  const isLevel = ({ order }: TextBatch) => order <= first.order + maxLeadMs;
  let others = isCombinable(portion) ? [...waiting.filter((batch) => batch !== first), first] : [];
  others = others.filter((batch) => modelKey(batch.model) === modelKey(model) && isLevel(batch));
  while (others.length > 0) {
    others = others.filter((batch) => room.isEnoughFor(batch.next));
    for (const batch of others) {
      const next = room.isEnoughFor(batch.next) ? batch.take() : undefined;
      if (next === undefined) continue;
      portions.push(next);
      room.fill(next);
    }
  }
  return { model, isHtml, portions };
}

/** What may still be added to a job. */
class JobRoom {
  #texts = maxTextsPerJob;
  #characters: number;
  #ms: number;

  constructor(characters: number, ms: number) {
    this.#characters = characters;
    this.#ms = ms;
  }

  isEnoughFor(portion: Portion | undefined): boolean {
    if (portion === undefined || !isCombinable(portion)) return false;
    return (
      portion.texts.length <= this.#texts &&
      portion.weight <= this.#characters &&
      usualMs(portion) <= this.#ms
    );
  }

  fill(portion: Portion): void {
    this.#texts -= portion.texts.length;
    this.#characters -= portion.weight;
    this.#ms -= usualMs(portion);
  }
}

function usualMs({ batch: { claim }, texts }: Portion): number {
  return texts.reduce((sum, { length }) => sum + (claim?.usualMs(length) ?? 0), 0);
}

/**
 * While teams share the engine, only texts that are known to be short are combined: others might keep them waiting. A
 * portion that was lost with its thread stays alone: it may lose the next thread too.
 */
function isCombinable({ batch: { claim }, isShareable, tries }: Portion): boolean {
  return isShareable && tries === 0 && !(claim?.isShared && claim.pace !== 'short');
}

export function textsOf({ portions }: ThreadJob): string[] {
  return portions.flatMap(({ texts }) => texts);
}

/** Usually at most as many as fit a job; a text that cannot be split may be as long as several portions. */
export function lengthInPortions({ portions }: ThreadJob): number {
  const characters = portions.reduce((sum, portion) => sum + charactersOf(portion), 0);
  return Math.max(1, characters / charactersPerPortion);
}

export function acceptAnswers({ portions }: ThreadJob, answers: readonly string[]): void {
  let from = 0;
  for (const portion of portions) {
    portion.batch.accept(portion, answers.slice(from, from + portion.texts.length));
    from += portion.texts.length;
  }
}

/**
 * Each portion is charged its share of the time, by its characters. If a job of several portions is cut off, it is not
 * known which of them took too long, so none is charged: each is tried again alone, and charged for that.
 */
export function chargeJob(
  { portions }: ThreadJob,
  { workedMs, isLoading, wasCutOff = false }: ThreadWork & { wasCutOff?: boolean },
): void {
  if (wasCutOff && portions.length > 1) return;
  const characters = portions.map(charactersOf);
  const total = Math.max(
    1,
    characters.reduce((sum, each) => sum + each, 0),
  );
  for (const [i, { batch }] of portions.entries()) {
    const own = characters[i] ?? 0;
    const share = portions.length === 1 ? 1 : own / total;
    batch.claim?.charge(workedMs * share, {
      characters: own,
      wasCutOff,
      isTypical: !isLoading,
    });
  }
}
