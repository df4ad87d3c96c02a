/** Style rules for the client libraries: `/v3/style_rules`. */
import Type from 'typebox';
import type { StyleRules } from '../../../accounts/style-rules/style-rules.ts';
import { mainThread } from '../../../lib/event-loop-turns.ts';
import { done } from '../../../lib/outcome.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { readCondition } from '../../entity-tags.ts';
import { route } from '../../route.ts';
import { styleRulesHeadExample } from '../../style-rules/style-rule-examples.ts';
import { type StyleRuleListener, styleRuleRoutes } from '../../style-rules/style-rule-routes.ts';
import {
  listedStyleRulesSchema,
  showStyleRulesHead,
  writeWholeLists,
} from '../../style-rules/style-rule-shapes.ts';
import { actorOf, callerOf } from '../request-caller.ts';

const path = '/v3/style_rules';

/** As for glossaries: who may translate may use and read them, and changes need a scope of their own. */
const listener: StyleRuleListener = {
  path,
  access: { read: 'translate', change: 'glossaries' },
  teamIdOf: (request) => callerOf(request).teamId,
  actorOf,
  conditionOf: readCondition,
};

const defaultPageSize = 10;

/** Query parameters are strings. */
const listQuery = Type.Object({
  page: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,6}$', description: 'The number of the page, from 0. Default: 0.' }),
  ),
  page_size: Type.Optional(
    Type.String({
      pattern: '^([1-9]|1[0-9]|2[0-5])$',
      description: `The number of lists on a page, 1 to 25. Default: ${defaultPageSize}.`,
    }),
  ),
  detailed: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Whether the lists have their rules and instructions. Default: `false`.',
    }),
  ),
});
const listSchema = Type.Object({
  style_rules: Type.Array(listedStyleRulesSchema, { description: 'The lists, newest first.' }),
});

export function v3StyleRulesRoutes(styleRules: StyleRules): RouteDefinition[] {
  return [
    route('GET', path, listener.access.read, {
      operationId: 'listStyleRules',
      summary: 'List the style rule lists of the team',
      description: 'Returns the style rule lists of the team in pages, newest first.',
      answerExample: { style_rules: [styleRulesHeadExample] },
      example: { query: '?page=0&page_size=10&detailed=false' },
      query: listQuery,
      response: { 200: listSchema },
      handler: async (request, reply) => {
        const { page = '0', page_size = defaultPageSize, detailed } = request.query;
        const limit = Number(page_size);
        const { teamId } = callerOf(request);
        const wanted = { limit, offset: Number(page) * limit };
        if (detailed !== 'true')
          return done({ style_rules: (await styleRules.list(teamId, wanted)).map(showStyleRulesHead) });
        reply.type('application/json; charset=utf-8');
        return done(
          await writeWholeLists(await styleRules.listWhole(teamId, wanted), mainThread.paceFor(teamId)),
        );
      },
    }),
    ...styleRuleRoutes(styleRules, listener),
  ];
}
