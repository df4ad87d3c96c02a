import { t } from '../../lib/messages.ts';

/** What an entry is about: the first word of its action. */
const kinds = (): Readonly<Record<string, string>> => ({
  key: t('Keys'),
  user: t('Users'),
  session: t('Sessions'),
  sign_in: t('Failed sign-ins'),
  glossary: t('Glossaries'),
  style_rules: t('Style rules'),
  limits: t('Limits'),
  settings: t('Engines and cache'),
  credit: t('Credit'),
  team: t('Teams'),
  model: t('Models'),
  document: t('Documents'),
  data: t('Exports'),
  audit: t('Audit log'),
  destination: t('Destinations for events'),
});

export function kindChoices() {
  return Object.entries(kinds()).map(([value, label]) => ({ value, label }));
}

/** A kind that this version of the page does not know is shown by its name. */
export function kindName(kind: string): string {
  return new Map(Object.entries(kinds())).get(kind) ?? kind;
}
