/**
 * The team's style rules: lists of configured rules and custom instructions for one target language. Every change
 * raises the version of the list and writes an audit entry in the same transaction. The audit log names rules and
 * instructions, but never contains the text of an instruction.
 */
import type { Actor } from '../../lib/actor.ts';
import { done, mapOutcome, type Outcome } from '../../lib/outcome.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import type { StoredTexts } from '../../store/postgres/stored-texts.ts';
import * as store from '../../store/postgres/style-rules.ts';
import { refuseInactiveKey } from '../inactive-key.ts';
import * as refusals from './refusals.ts';
import {
  countRules,
  deleteList,
  editList,
  recordListChange,
  refuseLargeList,
  type StyleRuleStore,
  type Subject,
} from './style-rule-changes.ts';
import { maxStyleRuleLists } from './style-rule-limits.ts';

export type StyleRuleList = store.StyleRuleListRow;
export type {
  ConfiguredRules,
  CountedStyleRules,
  CustomInstruction,
  StyleRuleHead,
} from '../../store/postgres/style-rules.ts';

export type NewInstruction = Omit<store.CustomInstruction, 'id'>;

export interface NewStyleRules {
  readonly name: string;
  readonly language: string;
  readonly configuredRules: store.ConfiguredRules;
  readonly customInstructions: readonly NewInstruction[];
}

/** An instruction, and the version of the list that it is in. */
export interface VersionedInstruction extends store.CustomInstruction {
  readonly version: number;
}

export interface InstructionSubject extends Subject {
  readonly instructionId: string;
}

export interface StyleRules {
  create(teamId: string, rules: NewStyleRules, actor: Actor): Promise<Outcome<StyleRuleList>>;
  list(teamId: string, page: store.StyleRulePage): Promise<store.CountedStyleRules[]>;
  /** The whole lists. Each is decrypted and parsed when it is called for, so that a page of large ones can be read in turns. */
  listWhole(teamId: string, page: store.StyleRulePage): Promise<(() => Promise<StyleRuleList>)[]>;
  find(teamId: string, id: string): Promise<Outcome<StyleRuleList>>;
  rename(subject: Subject, name: string): Promise<Outcome<StyleRuleList>>;
  /** Replaces all configured rules. */
  configure(subject: Subject, rules: store.ConfiguredRules): Promise<Outcome<StyleRuleList>>;
  delete(subject: Subject): Promise<Outcome<undefined>>;
  findInstruction(teamId: string, id: string, instructionId: string): Promise<Outcome<VersionedInstruction>>;
  addInstruction(subject: Subject, instruction: NewInstruction): Promise<Outcome<VersionedInstruction>>;
  replaceInstruction(
    subject: InstructionSubject,
    instruction: NewInstruction,
  ): Promise<Outcome<VersionedInstruction>>;
  deleteInstruction(subject: InstructionSubject): Promise<Outcome<undefined>>;
}

export function createStyleRules(db: Database, texts: StoredTexts): StyleRules {
  const stored = { db, texts };
  const find = async (teamId: string, id: string): Promise<Outcome<StyleRuleList>> => {
    const found = isUuid(id) ? await store.findStyleRules(db, texts, teamId, id) : undefined;
    return found === undefined ? refusals.noList : done(found);
  };
  return {
    create: (teamId, rules, actor) => insertList(stored, teamId, rules, actor),
    list: (teamId, page) => store.listStyleRules(db, teamId, page),
    async listWhole(teamId, page) {
      const lists = await store.listWholeStyleRules(db, teamId, page);
      return lists.map((list) => () => store.openStyleRules(texts, teamId, list));
    },
    find,
    rename: (subject, name) =>
      editList(stored, subject, (list) =>
        done({ content: { name }, action: 'style_rules.renamed', details: { from: list.name, to: name } }),
      ),
    configure: (subject, configuredRules) =>
      editList(stored, subject, () =>
        done({
          content: { configuredRules },
          action: 'style_rules.configured',
          details: { configured_rules: countRules(configuredRules) },
        }),
      ),
    delete: (subject) => deleteList(db, subject),
    async findInstruction(teamId, id, instructionId) {
      const list = await find(teamId, id);
      return list.ok ? instructionOf(list.value, instructionId) : list;
    },
    async addInstruction(subject, instruction) {
      const added = { id: uuidV7(), ...instruction };
      const list = await editList(stored, subject, ({ customInstructions }) =>
        done({
          content: { customInstructions: [...customInstructions, added] },
          action: 'style_rules.instruction_created',
          details: { instruction_id: added.id, label: added.label },
        }),
      );
      return list.ok ? instructionOf(list.value, added.id) : list;
    },
    async replaceInstruction({ instructionId, ...subject }, instruction) {
      const list = await editList(stored, subject, (before) => {
        const replaced = instructionOf(before, instructionId);
        if (!replaced.ok) return replaced;
        return done({
          content: {
            customInstructions: before.customInstructions.map((each) =>
              each.id === instructionId ? { id: instructionId, ...instruction } : each,
            ),
          },
          action: 'style_rules.instruction_replaced',
          details: { instruction_id: instructionId, label: instruction.label },
        });
      });
      return list.ok ? instructionOf(list.value, instructionId) : list;
    },
    async deleteInstruction({ instructionId, ...subject }) {
      const list = await editList(stored, subject, (before) =>
        mapOutcome(instructionOf(before, instructionId), ({ label }) => ({
          content: {
            customInstructions: before.customInstructions.filter(({ id }) => id !== instructionId),
          },
          action: 'style_rules.instruction_deleted',
          details: { instruction_id: instructionId, label },
        })),
      );
      return mapOutcome(list, () => undefined);
    },
  };
}

async function insertList(
  { db, texts }: StyleRuleStore,
  teamId: string,
  { customInstructions, ...rules }: NewStyleRules,
  actor: Actor,
): Promise<Outcome<StyleRuleList>> {
  const list = {
    ...rules,
    id: uuidV7(),
    customInstructions: customInstructions.map((instruction) => ({ id: uuidV7(), ...instruction })),
  };
  const seal = await texts.sealerFor(teamId);
  return inTransaction(db, async (connection) => {
    const large = refuseLargeList(list);
    if (large !== undefined) return large;
    if ((await store.countStyleRulesUnderLock(connection, teamId)) >= maxStyleRuleLists)
      return refusals.tooManyLists;
    // The key is checked last: this must not wait for anything else while a revocation waits for it.
    const refusal = await refuseInactiveKey(connection, teamId, actor);
    if (refusal !== undefined) return refusal;
    const created = await store.insertStyleRules(connection, teamId, list, seal);
    await recordListChange(connection, { teamId, styleId: list.id, actor }, 'style_rules.created', {
      name: list.name,
      language: list.language,
      configured_rules: countRules(list.configuredRules),
      custom_instructions: list.customInstructions.length,
    });
    return done(created);
  });
}

function instructionOf(
  { customInstructions, version }: StyleRuleList,
  instructionId: string,
): Outcome<VersionedInstruction> {
  const found = customInstructions.find(({ id }) => id === instructionId);
  return found === undefined ? refusals.noInstruction : done({ ...found, version });
}
