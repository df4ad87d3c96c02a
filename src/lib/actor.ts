/** Who changes something, and from where: what the audit log keeps of it. */
export type Actor =
  | { readonly type: 'key'; readonly id: string; readonly address: string; readonly requestId: string }
  | {
      readonly type: 'user';
      readonly id: string;
      /** The user's e-mail address. */
      readonly name: string;
      readonly address: string;
      readonly requestId: string;
    }
  | { readonly type: 'command_line'; readonly name: string };
