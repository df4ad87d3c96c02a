/** Saves a draft. If another user saved first, both users' changes are kept and merged. */
import { useState } from 'react';
import { Refusal } from '../../../api/client.ts';
import type { DictionaryVersion, VersionDiff } from '../../../api/queries.ts';
import { showToast } from '../../../components/toast.tsx';
import { inSlices } from '../../../lib/in-slices.ts';
import { t } from '../../../lib/messages.ts';
import {
  type DictionaryPlace,
  listVersions,
  readDictionaryIfAny,
  readDiff,
  saveDictionary,
} from '../dictionary-exchange.ts';
import { type Draft, readTsv, type Saved } from '../draft/draft.ts';
import {
  areSame,
  type Choice,
  type Conflict,
  type Merge,
  mergeThreeWays,
  settle,
  termsOf,
} from '../draft/three-way.ts';
import { useRefreshGlossaries } from '../glossary-queries.ts';

/** Another user's save during the editing of this draft. */
export interface Overtaken {
  readonly theirs: Saved;
  /** Undefined when the dictionary was deleted or the author is unknown. */
  readonly by: DictionaryVersion | undefined;
  /** Undefined when the version that this draft started from is no longer stored. */
  readonly diff: VersionDiff | undefined;
  readonly merge: Merge;
  /** Whether theirs is mine: an earlier attempt to save it, whose answer was lost. */
  readonly isMine: boolean;
}

export function useSaving(draft: Draft, place: DictionaryPlace) {
  const refresh = useRefreshGlossaries(place.team);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const [news, setNews] = useState<string>();

  /** Runs one operation at a time; the entries are locked until it ends. */
  const doing = async (work: () => Promise<string | undefined>) => {
    setIsBusy(true);
    setError(null);
    setNews(undefined);
    try {
      setNews(await work());
    } catch (thrown) {
      setError(thrown as Error);
    } finally {
      setIsBusy(false);
    }
  };
  const finish = async (version: number, tsv: Blob) => {
    draft.markSaved({ version, tsv });
    setOvertaken(undefined);
    await refresh();
    showToast(t('Saved as version {version}. It applies from the next call.', { version }));
    return undefined;
  };
  const save = () =>
    doing(async () => {
      const tsv = await inSlices(draft.toTsv());
      try {
        const { version } = await saveDictionary(place, { version: draft.saved.version, tsv });
        return await finish(version, tsv);
      } catch (thrown) {
        const isOvertaken = thrown instanceof Refusal && thrown.code === 'precondition_failed';
        if (!isOvertaken) throw thrown;
        const found = await lookAtTheirs(draft, place);
        const { version } = found.theirs;
        if (found.isMine && version !== undefined) return finish(version, tsv);
        setOvertaken(found);
        return undefined;
      }
    });
  const merge = (choices: ReadonlyMap<Conflict, Choice>) =>
    doing(async () => {
      if (overtaken === undefined) return undefined;
      const settled = await inSlices(settle(overtaken.merge, (conflict) => choices.get(conflict) ?? 'mine'));
      await inSlices(draft.replace(settled));
      draft.rebase(overtaken.theirs);
      setOvertaken(undefined);
      return t('Merged. Review the entries, then save.');
    });
  return { save, merge, doing, isBusy, error, overtaken, news };
}

async function lookAtTheirs(draft: Draft, place: DictionaryPlace): Promise<Overtaken> {
  const [theirs, versions] = await Promise.all([readDictionaryIfAny(place), listVersions(place)]);
  const { version } = draft.saved;
  const isDeleted = theirs.version === undefined;
  const [base, mine, their] = [
    // Deleting the dictionary is not a decision about its terms: all of mine stay.
    await inSlices(readTerms(isDeleted ? '' : await draft.saved.tsv.text())),
    await inSlices(termsOf(draft.rows)),
    await inSlices(readTerms(await theirs.tsv.text())),
  ];
  const canCompare = version !== undefined && theirs.version !== undefined;
  return {
    theirs,
    by: versions.find((one) => one.version === theirs.version),
    diff: canCompare ? await readDiff(place, version, theirs.version).catch(() => undefined) : undefined,
    merge: await inSlices(mergeThreeWays(base, mine, their)),
    isMine: await inSlices(areSame(mine, their)),
  };
}

function* readTerms(tsv: string) {
  return yield* termsOf(yield* readTsv(tsv));
}
