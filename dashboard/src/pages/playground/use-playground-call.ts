import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { translateStreamed } from '../../api/streamed-translation.ts';

type Call = Parameters<typeof translateStreamed>[1];

/** A translation that appears part by part and can be stopped. */
export function useStreamedTranslation(team: string) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [wasStopped, setWasStopped] = useState(false);
  const running = useRef<AbortController>(undefined);
  // A page that is left needs no more text, and should not pay for it.
  useEffect(() => () => running.current?.abort(), []);
  const translate = useMutation({
    mutationFn: async (call: Call) => {
      const controller = new AbortController();
      running.current = controller;
      setText('');
      setWasStopped(false);
      try {
        const onPart = (part: string) => setText((before) => before + part);
        return await translateStreamed(team, call, { signal: controller.signal, onPart });
      } catch (error) {
        if (!controller.signal.aborted) throw error;
        setWasStopped(true);
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
    isPending: translate.isPending,
    error: translate.error,
    answer: translate.data,
    start: translate.mutate,
    stop: () => running.current?.abort(),
  };
}
