/** Forms, which providers of single sign-on send. Every other route of the console takes JSON or files. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formType } from '../../form-body.ts';
import { unsupportedBody } from '../../refusals.ts';

export function acceptProviderForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    formType,
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) => {
      if (routeOptions.config.rawBodyTypes?.includes(formType) !== true)
        throw unsupportedBody('Send the body as JSON with "Content-Type: application/json".');
      return body;
    },
  );
}
