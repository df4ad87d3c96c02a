import { useOperatorRole } from '../state/operator-actions.ts';
import { Notice } from './notice.tsx';
import { whatOperatorsMay } from './operator-role-words.ts';

/** Says why a page offers fewer actions than to a full operator. */
export function OperatorRoleNote() {
  const words = whatOperatorsMay(useOperatorRole());
  return words === undefined ? null : <Notice>{words}</Notice>;
}
