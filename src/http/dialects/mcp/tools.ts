/** The tools that a model can call. Each is a call or a request of the team, with its limits and its charge. */
import Type from 'typebox';
import { answerLanguageTag } from '../../../lib/language-tag.ts';
import { done, refused } from '../../../lib/outcome.ts';
import { showAccount } from '../../account-shape.ts';
import { callerOf } from '../../public/request-caller.ts';
import { teamGone } from '../../refusals.ts';
import { withSingleText } from '../../translate-members.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { showLanguages } from '../libretranslate/shown-languages.ts';
import { documentTools } from './document-tools.ts';
import { type Tool, tool } from './tool.ts';
import { createTranslateTool, translateArguments } from './translate-tool.ts';

/** More would fill the context of a model. */
const maxGlossaries = 100;

export function createTools(parts: DialectParts): ReadonlyMap<string, Tool> {
  const { routesFor, glossaries, reports } = parts;
  const translate = createTranslateTool(parts);
  return new Map([
    tool({
      name: 'translate',
      title: 'Translate texts',
      description:
        'Translates one or more texts and returns one translation for each, in order. Charged by the characters of the texts.',
      input: translateArguments,
      shownInput: withSingleText(translateArguments),
      isReadOnly: false,
      run: translate,
    }),
    tool({
      name: 'languages',
      title: 'List languages',
      description:
        'Lists the languages that this server translates. With source_lang, lists the languages that it translates to.',
      input: Type.Object({
        source_lang: Type.Optional(
          Type.String({ maxLength: 35, description: 'A language code such as `en`.' }),
        ),
      }),
      isReadOnly: true,
      run: async ({ source_lang: source }, request) => {
        const languages = showLanguages(routesFor(callerOf(request).engines));
        if (source === undefined)
          return done({ languages: languages.map(({ code, name }) => ({ code, name })) });
        const found = languages.find(({ code }) => code.toLowerCase() === source.toLowerCase());
        return found === undefined
          ? refused(
              'unsupported_language',
              `${source} is not a language of this server. Call languages without arguments.`,
            )
          : done({ ...found, targets: found.targets.filter((code) => code !== found.code) });
      },
    }),
    tool({
      name: 'glossaries',
      title: 'List glossaries',
      description:
        "Lists the team's glossaries, whose ids the tool translate takes, with their language pairs.",
      input: Type.Object({}),
      isReadOnly: true,
      run: async (_given, request) => {
        const page = { limit: maxGlossaries, before: undefined };
        const found = await glossaries.list(callerOf(request).teamId, {}, page);
        return done({
          glossaries: found.map(({ id, name, dictionaries }) => ({
            id,
            name,
            dictionaries: dictionaries.map(({ sourceLang, targetLang, entryCount }) => ({
              source_lang: answerLanguageTag(sourceLang),
              target_lang: answerLanguageTag(targetLang),
              entry_count: entryCount,
            })),
          })),
        });
      },
    }),
    ...documentTools(parts),
    tool({
      name: 'usage',
      title: 'Read the usage',
      description: "Returns the team's quota and credit in characters, and what was used this month.",
      input: Type.Object({}),
      isReadOnly: true,
      run: async (_given, request) => {
        const account = await reports.account(callerOf(request).teamId);
        return account === undefined ? teamGone : done(showAccount(account));
      },
    }),
  ]);
}
