import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import {
  type StreamedAnswer,
  type StreamedCall,
  type StreamReader,
  translateStreamed,
} from '../../api/streamed-translation.ts';
import { asUnconfirmedCall } from '../../api/use-change.ts';

type RephraseBody = NonNullable<
  paths['/api/teams/{team}/rephrase']['post']['requestBody']
>['content']['application/json'];

export type PlaygroundCall =
  | { readonly kind: 'translate'; readonly body: StreamedCall & { alternatives?: number } }
  | { readonly kind: 'rephrase'; readonly body: RephraseBody };

/** A call whose text appears as soon as it is there, if possible part by part, and which can be stopped. */
export function usePlaygroundCall(team: string) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [wasStopped, setWasStopped] = useState(false);
  const running = useRef<AbortController>(undefined);
  // A page that is left needs no more text, and should not pay for it.
  useEffect(() => () => running.current?.abort(), []);
  const run = useMutation({
    mutationFn: async (call: PlaygroundCall) => {
      const controller = new AbortController();
      running.current = controller;
      setText('');
      setWasStopped(false);
      try {
        const onPart = (part: string) => setText((before) => before + part);
        return await answerTo(team, call, { signal: controller.signal, onPart });
      } catch (error) {
        if (!controller.signal.aborted) asUnconfirmedCall(error);
        if (running.current === controller) setWasStopped(true);
        return undefined;
      }
    },
    // The first call creates the playground's key, and what was sent appears in the usage immediately.
    onSettled: () =>
      Promise.all(
        ['keys', 'usage', 'summary'].map((name) => queries.invalidateQueries({ queryKey: [name, team] })),
      ),
  });
  return {
    text,
    wasStopped,
    isPending: run.isPending,
    error: run.error,
    answer: run.data,
    start: run.mutate,
    stop: () => running.current?.abort(),
    /** Stops the call and forgets its answer. */
    clear: () => {
      running.current?.abort();
      running.current = undefined;
      run.reset();
      setText('');
      setWasStopped(false);
    },
  };
}

async function answerTo(
  team: string,
  { kind, body }: PlaygroundCall,
  reader: StreamReader,
): Promise<StreamedAnswer> {
  if (kind === 'translate' && body.alternatives === undefined) return translateStreamed(team, body, reader);
  const { signal, onPart } = reader;
  const whole = await answered(
    kind === 'rephrase'
      ? client.POST('/api/teams/{team}/rephrase', { ...at({ team }), body, signal })
      : client.POST('/api/teams/{team}/translate', { ...at({ team }), body, signal }),
  );
  onPart(whole.translations[0]?.text ?? '');
  return whole;
}
