import {
  type InterfaceLanguage,
  interfaceLanguageCodes,
  interfaceLanguages,
} from '../lib/interface-languages.ts';
import { interfaceLanguage, t } from '../lib/messages.ts';
import { chooseLanguage } from '../state/preferences.ts';
import { Select } from './field.tsx';

/** Each language is named in itself, so that people find theirs on a page that they cannot read. */
const choices: readonly { value: InterfaceLanguage; label: string }[] = interfaceLanguageCodes.map(
  (code) => ({
    value: code,
    label: interfaceLanguages[code],
  }),
);

export function LanguageSelect() {
  return (
    <Select
      label={t('Language of the dashboard')}
      choices={choices}
      value={interfaceLanguage()}
      onChange={chooseLanguage}
    />
  );
}
