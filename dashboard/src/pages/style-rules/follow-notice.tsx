import type { Languages } from '../../api/queries.ts';
import { Notice } from '../../components/notice.tsx';
import { formatList } from '../../lib/format.ts';
import { languageName } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { isFollowed } from './style-rule-words.ts';

/** Says so if nothing would follow the rules: of any list, or of a list for one language. */
export function FollowNotice({
  team,
  languages,
  language,
}: {
  team: string;
  languages: Languages | undefined;
  language?: string;
}) {
  if (languages === undefined) return null;
  if (languages.instruction_engines.length === 0)
    return (
      <Notice kind="warn">
        {t(
          'No engine of {team} follows style rules, so they have no effect yet. Language models follow them: ask the operator of the server to add one.',
          { team },
        )}
      </Notice>
    );
  if (language === undefined || isFollowed(languages.targets, language)) return null;
  return (
    <Notice kind="warn">
      {t(
        'No engine of {team} follows style rules for translations into {language}, so this list has no effect yet. Engines that follow them for other languages: {engines}.',
        { team, language: languageName(language), engines: formatList(languages.instruction_engines) },
      )}
    </Notice>
  );
}
