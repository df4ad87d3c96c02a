import { interfaceLanguageCodes, interfaceLanguages } from '../lib/interface-languages.ts';
import { interfaceLanguage, t } from '../lib/messages.ts';
import { chooseLanguage } from '../state/preferences.ts';
import { MenuField } from './menu-field.tsx';

/** Each language is named in itself, so that people find theirs on a page that they cannot read. */
const items = interfaceLanguageCodes.map((code) => ({
  id: code,
  name: interfaceLanguages[code],
  onAction: () => void chooseLanguage(code),
}));

export function LanguageSelect() {
  const language = interfaceLanguages[interfaceLanguage()];
  return (
    <MenuField
      label={t('Language of the dashboard')}
      name={t('Language of the dashboard: {language}', { language })}
      shown={language}
      chosen={interfaceLanguage()}
      items={items}
    />
  );
}
