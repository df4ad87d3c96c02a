import { t } from '../lib/messages.ts';
import { answered, at, client } from './client.ts';
import type { paths } from './schema.d.ts';
import { useChange } from './use-change.ts';

type NewKey = NonNullable<
  paths['/api/teams/{team}/keys']['post']['requestBody']
>['content']['application/json'];

export function useCreateKey(team: string) {
  return useChange(
    (body: NewKey) => answered(client.POST('/api/teams/{team}/keys', { ...at({ team }), body })),
    [
      ['keys', team],
      ['home', team],
    ],
    {
      isShownOnce: true,
      unconfirmed: () =>
        t(
          'The server did not confirm the key, so it may have been created. If it is in the list, revoke it: nobody has seen it. Then create another.',
        ),
    },
  );
}
