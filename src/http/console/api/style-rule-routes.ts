/** The team's style rules on the console: like the public routes, but as a user and always with If-Match. */
import Type from 'typebox';
import type { CountedStyleRules, StyleRules } from '../../../accounts/style-rules/style-rules.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { listPage, nextCursor, pageQuery } from '../../pages.ts';
import { route } from '../../route.ts';
import { type StyleRuleListener, styleRuleRoutes } from '../../style-rules/style-rule-routes.ts';
import { showStyleRulesHead, styleRulesHead } from '../../style-rules/style-rule-shapes.ts';
import { actorOf, teamOf } from './request-user.ts';
import { requiredCondition } from './required-condition.ts';

const path = '/api/teams/:team/style-rules';

const listener: StyleRuleListener = {
  path,
  access: { read: 'viewer', change: 'member' },
  operators: ['read-only'],
  teamIdOf: (request) => teamOf(request).teamId,
  actorOf,
  conditionOf: (request) => requiredCondition(request),
};

/** The rules themselves may have 16,000 characters, so the list only counts them. */
const countedStyleRulesSchema = Type.Object({
  ...styleRulesHead,
  configured_rule_count: Type.Integer(),
  custom_instruction_count: Type.Integer(),
});

export function consoleStyleRuleRoutes(styleRules: StyleRules): RouteDefinition[] {
  return [
    route('GET', path, 'any role', {
      operationId: 'listStyleRules',
      operators: ['read-only'],
      summary: 'List the style rule lists of the team, newest first, without their rules',
      query: Type.Object(pageQuery),
      response: {
        200: Type.Object({ style_rules: Type.Array(countedStyleRulesSchema), next_cursor: nextCursor }),
      },
      handler: (request) =>
        listPage(
          'style_rules',
          request.query,
          (page) => styleRules.list(teamOf(request).teamId, page),
          showCounted,
        ),
    }),
    ...styleRuleRoutes(styleRules, listener),
  ];
}

function showCounted(list: CountedStyleRules) {
  return {
    ...showStyleRulesHead(list),
    configured_rule_count: list.configuredRuleCount,
    custom_instruction_count: list.customInstructionCount,
  };
}
