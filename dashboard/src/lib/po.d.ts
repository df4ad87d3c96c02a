/** A catalogue, compiled by `dashboard/messages/catalogue-plugin.ts`. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  const messages: Messages;
  export default messages;
}
