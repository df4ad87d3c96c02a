/** What a translator is given and returns. */
import type { Refusal } from '../lib/outcome.ts';
import type { Passage } from './context/passages.ts';
import type { AskedAlternatives } from './find-alternatives.ts';
import type { FoundTerm } from './glossary/find-terms.ts';
import type { Instruction } from './instructions/gather-instructions.ts';
import type { PreparedText } from './prepare-texts.ts';
import type { LanguageRoutes } from './routing/language-routes.ts';
import type { TranslationRequest } from './routing/plan-call.ts';
import type { Work } from './scheduling/work.ts';
import type { Warning } from './warnings.ts';

export type { TranslationRequest } from './routing/plan-call.ts';

export interface Translation {
  readonly text: string;
  readonly source: string;
  /** The engine or engines that the text went through; `none` when it was returned unchanged. */
  readonly engine: string;
  /** Whether an engine without a neural model translated the text, or a part of it. */
  readonly isRuleBased?: boolean;
  /** The number of characters charged: those of the text, and once more for each alternative. */
  readonly characters: number;
  /** Other wordings, if they were requested. */
  readonly alternatives?: readonly string[] | undefined;
  /** The glossary terms that were applied, in text order. */
  readonly terms: readonly FoundTerm[];
}

/** A request whose texts have been parsed and counted. */
export interface PreparedRequest {
  ok: true;
  readonly request: TranslationRequest;
  readonly texts: readonly PreparedText[];
  /** What the call costs at most: alternatives that an engine does not give are not charged. */
  readonly characters: number;
  /** The units that may be context for each other; undefined if no engine of the request uses neighbours. */
  readonly passages?: readonly Passage[] | undefined;
  /**
   * The characters of the context, of neighbours and of instructions, once for each text that they may be sent with. Not
   * charged.
   */
  readonly contextCharacters?: number;
  readonly instructions?: readonly Instruction[];
  /** The entries of a glossary that is part of the request. */
  readonly ownEntries?: Uint8Array | undefined;
}

export type TranslationOutcome =
  | {
      ok: true;
      target: string;
      translations: Translation[];
      /** Set if alternatives were requested. Warnings about their number are made with the answer. */
      askedAlternatives?: AskedAlternatives;
      warnings: Warning[];
    }
  | Refusal;

/** The team that owns the texts, and the engines that may see them. */
export interface TeamRights {
  readonly teamId: string;
  /** The engines that the team may use, in its order of preference; undefined means all engines. */
  readonly engines?: readonly string[] | undefined;
  /** Set if the key may do less than its team. `engines` are then those that both may use. */
  readonly ofKey?: KeyRights | undefined;
}

export interface KeyRights {
  /** Set if the key may use only some of the team's engines. */
  readonly teamEngines?: { readonly ids: readonly string[] | undefined } | undefined;
  /** The only pairs of languages that it may translate. */
  readonly languagePairs?: readonly string[] | undefined;
}

export interface Preview {
  ok: true;
  readonly target: string;
  /** The language of each text. */
  readonly sources: readonly string[];
  /** Whether a text is already in the target language and would be returned unchanged. */
  readonly areUnchanged: readonly boolean[];
}

export interface TeamWork extends Work, TeamRights {
  /** Whether translations may be read from and written to the cache. */
  readonly usesCache?: boolean | undefined;
  /** Disables cache writes; the cache may still be read. */
  readonly keepsNothing?: boolean | undefined;
  /**
   * Called before engines are used, possibly several times. If it rejects, no engine is used, and
   * `translate` rejects with its reason.
   */
  readonly askEngines?: (() => Promise<void>) | undefined;
}

/** A call before any work is done for it. The request is undefined while its body has not been read. */
export interface Arrival extends TeamRights, Pick<TeamWork, 'deadlineMs' | 'usesCache'> {
  readonly request?: Pick<TranslationRequest, 'sourceLang' | 'targetLang' | 'engine' | 'rephrase'>;
}

export interface CharacterCount {
  ok: true;
  readonly characters: number | undefined;
}

export interface PreparingWork extends TeamRights {
  readonly signal?: AbortSignal | undefined;
}

export interface Translator {
  /** The routes that use only the engines a team may use. */
  routesFor(engines: readonly string[] | undefined): LanguageRoutes;
  /**
   * Whether a call is shed regardless of its texts, because the queues of all engines that might translate them are
   * too long.
   */
  shedsOnArrival(arrival: Arrival): boolean;
  /**
   * The cost of a request, if it can be counted with almost no work. Undefined for texts with markup, and for
   * a request with a context, instructions or neighbours, which are sent with each part of a text.
   */
  count(request: TranslationRequest, rights: TeamRights): CharacterCount | Refusal;
  /**
   * Parses the texts and counts what each of them costs. Rejects with the signal's reason when it is aborted.
   */
  prepare(request: TranslationRequest, work: PreparingWork): Promise<PreparedRequest | Refusal>;
  /** Checks whether the request can be served, and between which languages, without using an engine. */
  preview(prepared: PreparedRequest, work: TeamRights): Promise<Preview | Refusal>;
  /** Rejects with `EngineError` when an engine fails, and with the signal's reason when it is aborted. */
  translate(prepared: PreparedRequest, work: TeamWork): Promise<TranslationOutcome>;
  /** The same part by part. No engine is used before the first part is requested. */
  openParts(prepared: PreparedRequest, work: TeamWork): Promise<OpenParts | Refusal>;
}

export interface OpenParts {
  ok: true;
  readonly target: string;
  /** In the order of the texts. Rejects like `translate`. */
  readonly parts: AsyncGenerator<TranslatedPart>;
  /** The whole translations, once all parts have been read. */
  summarize(parts: readonly TranslatedPart[]): Promise<{ translations: Translation[]; warnings: Warning[] }>;
}

/** A part of a translation. Joined, the parts of a text are its translation, and cost what the text costs. */
export interface TranslatedPart {
  /** The index of the text that it is a part of. */
  readonly index: number;
  readonly isFirst: boolean;
  readonly text: string;
  readonly source: string;
  readonly engine: string;
  readonly characters: number;
}
