import {
  BookA,
  ChartColumn,
  CircleUser,
  FileText,
  Gauge,
  KeyRound,
  Languages,
  type LucideIcon,
  MessageSquareText,
  PenLine,
  ScrollText,
  Server,
  Users,
  UsersRound,
} from 'lucide-react';

/** The icon of each page, by its path. */
export const pageIcons: Readonly<Record<string, LucideIcon>> = {
  '/translate': Languages,
  '/keys': KeyRound,
  '/usage': ChartColumn,
  '/glossaries': BookA,
  '/style-rules': PenLine,
  '/documents': FileText,
  '/playground': MessageSquareText,
  '/people': Users,
  '/limits': Gauge,
  '/audit': ScrollText,
  '/account': CircleUser,
  '/operator/teams': UsersRound,
  '/operator/installation': Server,
};
