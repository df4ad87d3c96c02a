import { t } from '../../../lib/messages.ts';

/** What happened to a model on a node, and what to do. The server's own words name the file. */
const words: Readonly<Record<string, () => string>> = {
  registry: () => t('The registry cannot be read. Check that it is running, and DRAGOMAN_MODEL_REGISTRY.'),
  interrupted: () =>
    t('The download was interrupted. Install the model again: it continues where it stopped.'),
  damaged: () =>
    t('A file does not match its hash and was refused. Install the model again, or use another registry.'),
  no_hash: () => t('The registry has no hash for a file, so it was refused. Use another registry.'),
  too_large: () => t('The registry sends more than a model can have. Use another registry.'),
  not_offered: () => t('The registry of this node does not have this model. Choose another kind.'),
  no_space: () => t('The disk is full. Free some space, then install the model again.'),
  not_writable: () => t('The server may not write to the folder of models. Change its permissions.'),
  busy: () => t('Another process is changing the folder. It is tried again.'),
  memory: () =>
    t('The engine has too little memory for this model. Raise memory_mb, or choose a smaller kind.'),
  pinned: () => t('The configuration file pins this model. Remove it from "pinned" and restart first.'),
};

export function failureWords(reason: string): string {
  return words[reason]?.() ?? t('This failed. See the log of the node.');
}
