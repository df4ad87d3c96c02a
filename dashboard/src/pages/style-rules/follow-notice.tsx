import type { Languages } from '../../api/queries.ts';
import { Notice } from '../../components/notice.tsx';
import { languageName } from '../../lib/language-names.ts';
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
        No engine of {team} follows style rules, so they have no effect yet. Language models follow them: ask
        the operator of the server to add one.
      </Notice>
    );
  if (language === undefined || isFollowed(languages.targets, language)) return null;
  return (
    <Notice kind="warn">
      No engine of {team} follows style rules for translations into {languageName(language)}, so this list has
      no effect yet. Engines that follow them for other languages: {languages.instruction_engines.join(', ')}.
    </Notice>
  );
}
