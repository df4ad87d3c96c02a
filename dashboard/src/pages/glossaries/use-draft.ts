/** The draft of the open dictionary. It is read once, and belongs to the user until it is saved. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { client } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { readToken } from '../../api/session-token.ts';
import { type DictionaryPlace, readDictionaryIfAny } from './dictionary-exchange.ts';
import { Draft } from './draft/draft.ts';
import { keepDraft, takeDraft } from './draft/kept-drafts.ts';

export function useDraft(place: DictionaryPlace) {
  const queries = useQueryClient();
  const user = useMe().data?.user.email ?? '';
  const queryKey = ['draft', place.team, place.id, place.source, place.target];
  const keptAs = [user, ...queryKey].join(' ');
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => takeDraft(keptAs) ?? Draft.open(await readDictionaryIfAny(place), signal),
    // No automatic refetch may replace a draft that is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const draft = query.data;
  useEffect(() => {
    if (draft === undefined) return undefined;
    const stop = draft.subscribe(stayingSignedIn());
    return () => {
      stop();
      const isSessionOver = readToken() === null;
      if (isSessionOver && draft.isDirty) keepDraft(keptAs, draft);
    };
  }, [draft, keptAs]);
  return { query, readAgain: () => queries.resetQueries({ queryKey }) };
}

/** Renders the component again on every change of the draft. */
export function useDraftRevision(draft: Draft): number {
  return useSyncExternalStore(draft.subscribe, () => draft.revision);
}

const tellServerEveryMs = 5 * 60_000;

/** Editing sends no request until it is saved, so this keeps the session of an active user from going idle. */
function stayingSignedIn(): () => void {
  let toldAt = Date.now();
  return () => {
    if (Date.now() - toldAt < tellServerEveryMs) return;
    toldAt = Date.now();
    client.GET('/api/me').catch(() => undefined);
  };
}
