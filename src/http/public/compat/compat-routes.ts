/**
 * The paths that client libraries of another service call, on the same gateway as `/v1`. They accept forms as
 * well as JSON. The server handles slashes and problem bodies (compatibility-paths.ts, problem-reply.ts).
 */
import type { FastifyInstance } from 'fastify';
import type { StyleRules } from '../../../accounts/style-rules/style-rules.ts';
import type { Documents } from '../../../documents/documents.ts';
import type { Gateway } from '../../../gateway/translate-call.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import { defineRoutes } from '../../define-routes.ts';
import { acceptUploads } from '../../documents/receive-upload.ts';
import { acceptForms } from '../../form-body.ts';
import { compatDocumentRoutes, compatUploadRoute } from './documents-routes.ts';
import type { GlossaryParts } from './glossary-bodies.ts';
import { refuseMalformedId } from './glossary-ids.ts';
import { glossaryPairsRoute } from './glossary-pairs-route.ts';
import { compatLanguagesRoutes } from './languages-route.ts';
import { defineNotOffered } from './not-offered.ts';
import { compatTranslateRoute } from './translate-route.ts';
import { compatUsageRoute } from './usage-route.ts';
import { v2GlossariesRoutes } from './v2-glossaries-routes.ts';
import { v3DictionaryRoutes } from './v3-dictionary-routes.ts';
import { v3GlossariesRoutes } from './v3-glossaries-routes.ts';
import { v3LanguagesRoutes } from './v3-languages-route.ts';
import { v3StyleRulesRoutes } from './v3-style-rules-routes.ts';
import { compatWriteRoutes } from './write-routes.ts';

interface CompatibilityParts extends GlossaryParts {
  readonly gateway: Gateway;
  readonly reports: UsageReports;
  readonly documents: Documents;
  readonly styleRules: StyleRules;
  readonly callDeadlineMs: number;
}

export function addCompatibilityPaths(app: FastifyInstance, parts: CompatibilityParts): void {
  // In a scope of its own, so that `/v1` keeps refusing forms.
  app.register(async (scope) => {
    acceptForms(scope);
    const glossaryRoutes = [
      ...v2GlossariesRoutes(parts),
      ...v3GlossariesRoutes(parts),
      ...v3DictionaryRoutes(parts),
    ];
    defineRoutes(scope, [
      compatTranslateRoute(parts),
      ...compatWriteRoutes(parts),
      compatUsageRoute(parts.reports),
      ...compatLanguagesRoutes(parts.routesFor),
      ...v3LanguagesRoutes(parts),
      glossaryPairsRoute(parts.routesFor),
      ...glossaryRoutes.map(refuseMalformedId),
      ...v3StyleRulesRoutes(parts.styleRules),
      ...compatDocumentRoutes(parts.documents),
    ]);
    scope.register(async (uploads) => {
      await acceptUploads(uploads, parts.documents);
      defineRoutes(uploads, [compatUploadRoute(parts.documents)]);
    });
    defineNotOffered(scope);
  });
}
