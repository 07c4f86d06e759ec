import type { ConsentConfig, ConsentType, ModuleKind, Segment, Wording } from '@hexpedition/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Table types for Kysely. The migrations define the schema; schema.test.ts compares the two. */

type Time = ColumnType<Date, Date | undefined, Date>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** PostgreSQL's bigint. The driver returns it as text. */
type Minor = ColumnType<string, number, number>;
type Json<T> = JSONColumnType<T & object>;

interface UsersTable {
  pk: Generated<number>;
  username: string;
  email: string | null;
  pending_email: string | null;
  password_hash: string | null;
  is_superuser: Generated<boolean>;
  is_active: Generated<boolean>;
  beta_access: Generated<boolean>;
  avatar: string | null;
  profile_slug: string;
  created_at: Time;
  listed: Generated<boolean>;
  sign_in_mails: Generated<boolean>;
  shortcuts: Generated<boolean>;
  profile_public: Generated<boolean>;
  profile_about: Generated<string>;
  profile_points: Generated<boolean>;
  profile_trainings: Generated<boolean>;
  profile_labs: Generated<boolean>;
  profile_activity: Generated<boolean>;
  delete_at: TimeOrNull;
  announcement_mails: Generated<boolean>;
  is_demo: Generated<boolean>;
}

interface EntitlementsTable {
  pk: Generated<number>;
  user_pk: number;
  source: 'subscription' | 'voucher' | 'grant' | 'invite';
  tier: number;
  starts_at: Time;
  ends_at: TimeOrNull;
  created_at: Time;
  subscription_id: string | null;
  voucher_seat_pk: number | null;
}

interface SessionsTable {
  pk: Generated<number>;
  sid: string;
  user_pk: number;
  user_agent: Generated<string>;
  created_at: Time;
  last_seen_at: Time;
  expires_at: Date;
  ended_at: TimeOrNull;
  end_reason: 'logout' | 'ended' | 'reuse' | 'expired' | 'disabled' | 'password' | 'deleted' | null;
}

interface RefreshTokensTable {
  hash: Buffer;
  session_pk: number;
  issued_at: Time;
  used_at: TimeOrNull;
}

interface PowNoncesTable {
  nonce: string;
  expires_at: Date;
}

interface RateLimitsTable {
  key: string;
  window_ends_at: Date;
  hits: number;
}

interface AuditEventsTable {
  pk: Generated<number>;
  at: Time;
  actor_pk: number | null;
  action: string;
  subject: Generated<string>;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
}

interface ContinentsTable {
  pk: Generated<number>;
  slug: string;
  name: string;
  colour: string;
  summary: string;
  position: Generated<number>;
}

interface TrainingsTable {
  pk: Generated<number>;
  uid: string;
  slug: string;
  continent_pk: number;
  name: string;
  tier: Generated<number>;
  icon: string;
  summary: string;
  description_html: string;
  recommended_next: Generated<string[]>;
  term: Generated<string>;
  tags: Generated<string[]>;
  position: number;
  hidden: Generated<boolean>;
  kind: Generated<'course' | 'video'>;
  requires: Generated<string[]>;
  added_at: Generated<Date | null>;
}

interface ChaptersTable {
  pk: Generated<number>;
  uid: string;
  training_pk: number;
  slug: string;
  name: string;
  position: number;
  hidden: Generated<boolean>;
}

interface SubchaptersTable {
  pk: Generated<number>;
  uid: string;
  chapter_pk: number;
  slug: string;
  name: string;
  summary: string;
  minutes: number;
  position: number;
  revision: Generated<number>;
  content_hash: string;
  hidden: Generated<boolean>;
}

interface ModulesTable {
  pk: Generated<number>;
  subchapter_pk: number;
  id: string;
  position: number;
  kind: ModuleKind;
  data: Json<Record<string, unknown>>;
  secret: ColumnType<Record<string, unknown>, string | undefined, string>;
  hidden: Generated<boolean>;
}

interface BackupRunsTable {
  /** PostgreSQL's bigint. The driver returns it as text. */
  pk: Generated<string>;
  slot: TimeOrNull;
  started_at: Time;
  seen_at: Time;
  ended_at: TimeOrNull;
  ok: boolean | null;
  bytes: string | null;
  target: string;
  message: Generated<string>;
}

interface MediaTable {
  hash: string;
  content_type: string;
  size: number;
  stored_at: Time;
  unused_since: TimeOrNull;
  stored_in: Generated<'database' | 'bucket'>;
  /** First bytes of the object in the bucket. */
  head: Buffer | null;
}

interface MediaChunksTable {
  hash: string;
  n: number;
  bytes: Buffer;
}

interface PictureVariantsTable {
  hash: string;
  width: number;
  format: 'avif' | 'webp';
  bytes: Buffer;
}

interface ImportPreviewsTable {
  id: string;
  user_pk: number;
  name: string;
  format: 'auto' | 'bundle' | 'ctfcli' | 'dojo';
  continent: string;
  parts: number;
  etag: string;
  preview: Json<unknown>;
  at: Date;
  limits: Json<{ files?: number; total?: number }>;
}

interface UploadPartsTable {
  upload: string;
  user_pk: number;
  part: number;
  bytes: Buffer;
  at: Date;
}

interface PollQuestionsTable {
  pk: Generated<number>;
  module_pk: number;
  voters: Generated<number>;
}

interface PollOptionsTable {
  question_pk: number;
  id: string;
  text: string;
  position: number;
  answers: Generated<number>;
  hidden: Generated<boolean>;
}

interface PollAnswersTable {
  user_pk: number;
  question_pk: number;
  answers: string[];
  answered_at: Time;
}

interface QuizAnswersTable {
  user_pk: number;
  module_pk: number;
  answer: string[];
  correct: boolean;
  revision: number;
  answered_at: Time;
}

interface LabsTable {
  pk: Generated<number>;
  slug: string;
  name: string;
  summary: string;
  tier: Generated<number>;
  difficulty: 'easy' | 'medium' | 'hard';
  minutes: number;
  risk: 'bounded' | 'code-exec' | 'root-exec';
  version: string;
  briefing_html: string;
  writeup_html: string;
  hints: ColumnType<{ cost: number; html: string; flag: string }[], string | undefined, string>;
  position: Generated<number>;
  hidden: Generated<boolean>;
  added_at: Generated<Date | null>;
  topic: string;
  tags: Generated<string[]>;
  tools: string[];
  trainings: string[];
  serves: 'http' | 'socket';
  workspace: ColumnType<{ tools: string[]; home: number; socket: string | null } | null, string | null, string | null>;
  repair_files: string[];
}

interface LabRepairsTable {
  user_pk: number;
  lab_pk: number;
  files: Json<Record<string, string>>;
  saved_at: Time;
  report: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** Points for which the learner opened the source before finding all flags; null if they did not. */
  source_price: Generated<number | null>;
}

interface LabSolutionsTable {
  pk: Generated<number>;
  user_pk: number;
  lab_pk: number;
  text: string;
  html: string;
  published: boolean;
  hidden: Generated<boolean>;
  updated_at: Time;
  published_at: TimeOrNull;
}

interface LabRatingsTable {
  user_pk: number;
  lab_pk: number;
  difficulty: number;
  rated_at: Time;
}

interface FlagsTable {
  pk: Generated<number>;
  module_pk: number | null;
  lab_pk: number | null;
  id: string;
  name: string;
  points: number;
  position: Generated<number>;
  salt: Buffer | null;
  hash: Buffer | null;
  hidden: Generated<boolean>;
  kind: Generated<'find' | 'repair' | 'drill'>;
  task_html: Generated<string>;
  after_id: string | null;
}

interface HexmapVersionsTable {
  pk: Generated<number>;
  kind: 'trainings' | 'videos';
  source: Json<Record<string, unknown>>;
  compiled: Json<Record<string, unknown>>;
  published_at: Time;
  user_pk: number | null;
}

interface HexmapDraftsTable {
  kind: 'trainings' | 'videos';
  source: Json<Record<string, unknown>>;
  revision: number;
  saved_at: Date | null;
  user_pk: number | null;
}

interface HexmapFilesTable {
  import_source: string;
  kind: 'trainings' | 'videos';
  source: Json<Record<string, unknown>>;
}

interface HexmapHistoryTable {
  pk: Generated<number>;
  kind: 'trainings' | 'videos';
  act: 'saved' | 'published_beta' | 'published_live' | 'rolled_back' | 'imported';
  at: Date;
  user_pk: number | null;
  hexmap_pk: number | null;
  note: Generated<string>;
}

interface HexmapPresenceTable {
  kind: 'trainings' | 'videos';
  user_pk: number;
  q: number | null;
  r: number | null;
  since: Date;
  seen_at: Date;
}

interface FeatureOverridesTable {
  version: string;
  paddle: boolean | null;
  login: boolean | null;
  register: boolean | null;
  msg: string | null;
}

interface HexmapPointersTable {
  kind: 'trainings' | 'videos';
  version: string;
  hexmap_pk: number;
}

interface SourceFilesTable {
  pk: Generated<number>;
  path: string;
  text: string | null;
  media_hash: string | null;
  hash: string | null;
  size: Generated<number>;
  revision: Generated<number>;
  changed_at: Time;
  changed_by: number | null;
}

interface SourceRevisionsTable {
  file_pk: number;
  n: number;
  path: string;
  text: string | null;
  media_hash: string | null;
  act: 'imported' | 'published' | 'scheduled' | 'moved' | 'withdrawn';
  at: Time;
  by_pk: number | null;
  note: Generated<string>;
}

interface SourceImportsTable {
  source: string;
  path: string;
  file_pk: number;
  hash: string;
}

interface CompiledTrainingsTable {
  folder: string;
  fingerprint: string;
  training: Json<Record<string, unknown>>;
  facts: Json<Record<string, unknown>>;
  lessons: Json<Record<string, unknown>>;
}

interface ContentStateTable {
  source: string;
  fingerprint: string;
  imported_at: Time;
}

interface UnpublishedLessonsTable {
  uid: string;
  slug: string;
  name: string;
  training: string;
  chapter: string;
  number: number;
  withdrawn: Generated<boolean>;
}

interface LessonDraftsTable {
  pk: Generated<number>;
  lesson: string;
  user_pk: number;
  name: string;
  summary: string;
  minutes: number;
  body: string;
  base: number | null;
  version: Generated<number>;
  saved_at: Date;
  publish_at: Date | null;
  note: Generated<string>;
  tried_at: Date | null;
  failure: Generated<string>;
}

interface CompletionsTable {
  user_pk: number;
  subchapter_pk: number;
  revision: number;
  completed_at: Time;
  via: Generated<'lesson' | 'test_out'>;
  seconds: number | null;
  training_seconds: number | null;
}

interface TestOutsTable {
  training_pk: number;
  uid: string;
  name: string;
  summary: string;
  pass: number;
  modules: Json<object[]>;
  /** Correct answers by quiz id. */
  secrets: Json<Record<string, object>>;
  hidden: Generated<boolean>;
}

interface TestOutTriesTable {
  user_pk: number;
  training_pk: number;
  attempts: number;
  last_at: Date;
  last_right: Generated<number>;
  last_of: Generated<number>;
  passed_at: TimeOrNull;
}

interface EnrolmentsTable {
  user_pk: number;
  training_pk: number;
  enrolled_at: Time;
}

interface SolvesTable {
  user_pk: number;
  flag_pk: number;
  points: number;
  solved_at: Time;
}

interface BoardScoresTable {
  user_pk: number;
  board: string;
  points: number;
  flags: number;
  last_solve_at: Date;
  shown: Generated<boolean>;
}

interface DrillRoundsTable {
  user_pk: number;
  flag_pk: number;
  round: number;
  outcome: 'right' | 'shown';
  answer_hash: Buffer | null;
  ended_at: Date;
}

interface BoardCountsTable {
  board: string;
  shift: number;
  prefix: ColumnType<string, number | string, number | string>;
  learners: number;
}

export type InstanceStatus = 'queued' | 'starting' | 'running' | 'stopping' | 'stopped' | 'expired' | 'failed';

interface InstancesTable {
  pk: Generated<number>;
  label: string;
  user_pk: number;
  lab_pk: number;
  lab_version: string;
  status: InstanceStatus;
  driver: string;
  runner: string;
  driver_ref: string | null;
  endpoint: string | null;
  isolation: string | null;
  created_at: Time;
  ready_at: TimeOrNull;
  last_seen_at: Time;
  expires_at: TimeOrNull;
  ended_at: TimeOrNull;
  extensions: Generated<number>;
  stop_reason: string | null;
  error: string | null;
}

interface HintOpeningsTable {
  user_pk: number;
  lab_pk: number;
  number: number;
  opened_at: Date;
}

interface InstanceFlagsTable {
  instance_pk: number;
  flag_pk: number;
  hash: Buffer;
  key_version: number;
}

interface LabTicketsTable {
  token_hash: Buffer;
  instance_pk: number;
  expires_at: Date;
  session_pk: number | null;
  target: Generated<'browser' | 'terminal'>;
}

interface SharedFlagsTable {
  pk: Generated<number>;
  at: Time;
  user_pk: number;
  owner_pk: number | null;
  flag_pk: number;
}

interface TotpSecretsTable {
  user_pk: number;
  secret: Buffer;
  confirmed_at: TimeOrNull;
  /** PostgreSQL's bigint. The driver returns it as text. */
  last_step: ColumnType<string, number | undefined, number>;
  created_at: Time;
}

interface RecoveryCodesTable {
  user_pk: number;
  hash: Buffer;
  used_at: TimeOrNull;
}

interface PasskeysTable {
  pk: Generated<number>;
  user_pk: number;
  credential_id: string;
  public_key: Buffer;
  counter: ColumnType<string, number, number>;
  transports: Generated<string[]>;
  synced: Generated<boolean>;
  name: string;
  created_at: Time;
  last_used_at: TimeOrNull;
}

interface ProviderIdentitiesTable {
  issuer: string;
  subject: string;
  user_pk: number;
  linked_at: Time;
}

interface TicketsTable {
  hash: Buffer;
  purpose: string;
  user_pk: number | null;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
  expires_at: Date;
}

interface InvitesTable {
  pk: Generated<number>;
  code_hash: Buffer;
  label: Generated<string>;
  beta_access: Generated<boolean>;
  tier: number | null;
  days: number | null;
  max_uses: number;
  uses: Generated<number>;
  expires_at: TimeOrNull;
  created_at: Time;
}

interface InviteRedemptionsTable {
  invite_pk: number;
  user_pk: number;
  redeemed_at: Time;
}

interface AvatarUploadsTable {
  id: string;
  user_pk: number;
  webp: Buffer;
  created_at: Time;
}

interface NotesTable {
  user_pk: number;
  subchapter_pk: number;
  what_i_learned: Generated<string>;
  did_not_understand: Generated<string>;
  revision: number;
  updated_at: TimeOrNull;
  snoozed_until: TimeOrNull;
  marks: ColumnType<{ module: string; at: number; text: string }[], string | undefined, string>;
  published_at: TimeOrNull;
  hidden: Generated<boolean>;
}

interface NoteCardsTable {
  user_pk: number;
  subchapter_pk: number;
  due_at: Date;
  state: Generated<'new' | 'learning' | 'review' | 'relearning'>;
  stability: Generated<number>;
  difficulty: Generated<number>;
  scheduled_days: Generated<number>;
  reps: Generated<number>;
  lapses: Generated<number>;
  last_review_at: TimeOrNull;
}

interface NoteReviewsTable {
  user_pk: number;
  subchapter_pk: number;
  due_at: Date;
  rating: 'again' | 'hard' | 'good' | 'easy';
  reviewed_at: Date;
}

interface LessonFeedbackTable {
  user_pk: number;
  subchapter_pk: number;
  pace: 'slow' | 'right' | 'fast' | null;
  rating: number | null;
  text: Generated<string>;
  revision: number;
  updated_at: Date;
}

interface OutboxMailsTable {
  pk: Generated<number>;
  at: Time;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  mail_id: string | null;
}

interface SearchDocumentsTable {
  kind: 'training' | 'subchapter' | 'lab';
  ref: number;
  path: string;
  name: string;
  context: string;
  summary: string;
  tier: number;
  stepped: boolean;
  position: number;
  body: string;
  aliases: Generated<string>;
  hash: string;
  /** tsvector columns for PostgreSQL's search. The program never reads them. */
  head: ColumnType<string | null, never, never>;
  text: ColumnType<string | null, never, never>;
  words: ColumnType<string | null, never, never>;
}

interface SearchWordsTable {
  word: string;
  documents: number;
  tier: number;
}

interface VideoViewsTable {
  user_pk: number;
  module_pk: number;
  position: number;
  /** PostgreSQL's text form, such as `{[0,5),[9,12)}`. */
  watched: Generated<string>;
  updated_at: Time;
}

interface PaddleEventsTable {
  event_id: string;
  event_type: string;
  occurred_at: Date;
  received_at: Date;
  body: string;
  applied_at: TimeOrNull;
  error: string | null;
}

interface PaddleCustomersTable {
  customer_id: string;
  user_pk: number;
  address_id: string | null;
  country: string | null;
  created_at: Time;
}

interface PaddlePricesTable {
  price_id: string;
  product_id: string;
  name: string;
  description: string;
  currency: string;
  amount: Minor;
  read_at: Date;
  trial_interval: 'day' | 'week' | 'month' | 'year' | null;
  trial_frequency: number | null;
}

interface SubscriptionsTable {
  id: string;
  customer_id: string;
  status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled';
  product_id: string;
  price_id: string;
  currency: string;
  amount: Minor;
  started_at: Date;
  period_starts_at: TimeOrNull;
  period_ends_at: TimeOrNull;
  next_billed_at: TimeOrNull;
  change_action: 'cancel' | 'pause' | 'resume' | null;
  change_at: TimeOrNull;
  paused_at: TimeOrNull;
  canceled_at: TimeOrNull;
  occurred_at: Date;
  event_id: string;
  recurring_price_id: string | null;
  recurring_total: Minor | null;
  recurring_at: TimeOrNull;
  billing_interval: 'day' | 'week' | 'month' | 'year';
  billing_frequency: Generated<number>;
  quantity: Generated<number>;
  is_discounted: Generated<boolean>;
  discount_ends_at: TimeOrNull;
}

interface PaymentsTable {
  id: string;
  customer_id: string | null;
  subscription_id: string | null;
  status: string;
  currency: string;
  total: Minor;
  paid: Minor;
  tax: Minor | null;
  origin: string | null;
  card_type: string | null;
  card_last4: string | null;
  price_id: string | null;
  invoice_number: string | null;
  billed_at: TimeOrNull;
  period_starts_at: TimeOrNull;
  period_ends_at: TimeOrNull;
  created_at: Date;
  occurred_at: Date;
  event_id: string;
}

interface AdjustmentsTable {
  id: string;
  payment_id: string;
  action: string;
  status: string;
  total: Minor;
  occurred_at: Date;
  event_id: string;
}

interface PaymentMailsTable {
  pk: Generated<number>;
  kind: 'receipt' | 'reminder' | 'failed' | 'cancellation' | 'resumption' | 'end';
  subject: string;
  event_key: string;
  user_pk: number;
  queued_at: Date;
  sent_at: TimeOrNull;
}

interface PaymentReconciliationsTable {
  pk: Generated<number>;
  started_at: Date;
  seen_at: Date;
  ended_at: TimeOrNull;
  subscriptions: Generated<number>;
  payments: Generated<number>;
  changed: Generated<string[]>;
  failure: string | null;
}

interface VoucherBatchesTable {
  pk: Generated<number>;
  name: string;
  tier: number;
  months: number;
  uses: number;
  expires_at: TimeOrNull;
  made_by: number | null;
  made_at: Date;
  holder_pk: number | null;
}

interface VouchersTable {
  pk: Generated<number>;
  batch_pk: number;
  secret_hash: Buffer;
  disabled_at: TimeOrNull;
}

interface VoucherSeatsTable {
  pk: Generated<number>;
  voucher_pk: number;
  user_pk: number | null;
  redeemed_at: Date;
  released_at: TimeOrNull;
}

interface MetricChangesTable {
  user_pk: number | null;
  metric: string | null;
  ref: Generated<number>;
  day: TimeOrNull;
  bucket: Generated<number>;
  change: Generated<number>;
}

interface MetricDaysTable {
  metric: 'sign_up' | 'lab_start' | 'lab_solve' | 'began' | 'finished';
  ref: number;
  day: Date;
  n: number;
}

interface MetricTotalsTable {
  metric: 'lesson_time' | 'training_time' | 'pace' | 'rating' | 'feedback' | 'text';
  ref: number;
  bucket: number;
  n: number;
}

interface UserTotalsTable {
  user_pk: number;
  last_seen_at: Time;
  lessons: Generated<number>;
  points: Generated<number>;
}

interface LearnerDaysTable {
  user_pk: number;
  day: Date;
}

interface ActiveChangesTable {
  span: number;
  day: Date;
  change: number;
}

interface LearnerFirstsTable {
  user_pk: number;
  signed_up_on: Date;
  lesson: number | null;
  flag: number | null;
  lab: number | null;
}

interface FirstDaysTable {
  step: 'lesson' | 'flag' | 'lab';
  day: Date;
  bucket: number;
  n: number;
}

interface MoneyDaysTable {
  currency: string;
  day: Date;
  paid: Minor;
  refunded: Minor;
  started: number;
  ended: number;
}

interface MetricStateTable {
  pk: Generated<number>;
  counted_at: Date;
}

interface AnnouncementsTable {
  pk: Generated<number>;
  subject: string;
  body: string;
  segment: Json<Segment>;
  per_minute: number;
  state: Generated<'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'done'>;
  revision: Generated<number>;
  send_at: TimeOrNull;
  started_at: TimeOrNull;
  ended_at: TimeOrNull;
  trouble: string | null;
  made_by: number | null;
  changed_at: Time;
}

interface CustomMailTemplatesTable {
  kind: string;
  wording: Json<Partial<Wording>>;
  default_wording: Json<Partial<Wording>>;
  revision: number;
  changed_by: number | null;
  changed_at: Time;
}

interface PrivacyVersionsTable {
  number: number;
  id: string;
  config: Json<ConsentConfig>;
  status: 'active' | 'archived';
  published_by: number | null;
  published_at: Time;
}

interface PrivacyDraftTable {
  one: Generated<boolean>;
  id: string;
  config: Json<ConsentConfig>;
  revision: Generated<number>;
  base: number;
  changed_by: number | null;
  changed_at: Time;
}

interface ConsentReceiptsTable {
  /** PostgreSQL's bigint. The driver returns it as text. */
  pk: Generated<string>;
  at: Time;
  type: ConsentType;
  version: number;
  consents: Json<Record<string, boolean>>;
  changes: ColumnType<Record<string, boolean> | null, string | null, never>;
  pathname: string | null;
  hostname: string;
  port: number;
  protocol: 'http' | 'https';
  client_name: string;
  client_version: string;
}

interface ConsentDaysTable {
  day: Date;
  shown: Generated<number>;
  accepted: Generated<number>;
  declined: Generated<number>;
  saved: Generated<number>;
  contextual: Generated<number>;
}

interface ConsentServiceDaysTable {
  day: Date;
  service: string;
  accepted: number;
  decided: number;
}

interface AnnouncementMailsTable {
  announcement_pk: number;
  user_pk: number;
  state: Generated<'waiting' | 'sending' | 'sent' | 'stored' | 'refused' | 'unknown' | 'left_out'>;
  claim: string | null;
  tries: Generated<number>;
  retry_at: TimeOrNull;
  at: TimeOrNull;
  reason: string | null;
}

interface MailBouncesTable {
  pk: Generated<number>;
  user_pk: number;
  address: string;
  permanent: boolean;
  reason: string;
  at: Date;
}

interface NodesTable {
  name: string;
  address: string | null;
  version: string;
  started_at: Time;
  seen_at: Time;
  draining: Generated<boolean>;
  processes: Json<NodeProcess[]>;
}

interface PageChangesTable {
  pk: Generated<string>;
  paths: Json<string[]>;
  transaction: Generated<string>;
  created_at: Time;
}

interface LeasesTable {
  name: string;
  holder: string;
  expires_at: ColumnType<Date, Date, Date>;
}

/** A process of a node. */
export interface NodeProcess {
  role: 'all' | 'primary' | 'worker';
  pid: number;
  /** Resident memory in bytes. */
  rss: number;
}

interface SiteSettingsTable {
  only_row: Generated<boolean>;
  name: string | null;
  register: 'open' | 'invite' | 'closed' | null;
  free_tier: 0 | 1 | 2 | 3 | null;
}

interface SetupLinksTable {
  only_row: Generated<boolean>;
  token_hash: Buffer;
  expires_at: Date;
  used_at: TimeOrNull;
}

export interface Database {
  site_settings: SiteSettingsTable;
  setup_links: SetupLinksTable;
  backup_runs: BackupRunsTable;
  nodes: NodesTable;
  leases: LeasesTable;
  page_changes: PageChangesTable;
  announcements: AnnouncementsTable;
  announcement_mails: AnnouncementMailsTable;
  mail_bounces: MailBouncesTable;
  custom_mail_templates: CustomMailTemplatesTable;
  privacy_versions: PrivacyVersionsTable;
  privacy_draft: PrivacyDraftTable;
  consent_receipts: ConsentReceiptsTable;
  consent_days: ConsentDaysTable;
  consent_service_days: ConsentServiceDaysTable;
  video_views: VideoViewsTable;
  search_documents: SearchDocumentsTable;
  search_words: SearchWordsTable;
  users: UsersTable;
  entitlements: EntitlementsTable;
  paddle_events: PaddleEventsTable;
  paddle_customers: PaddleCustomersTable;
  paddle_prices: PaddlePricesTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  adjustments: AdjustmentsTable;
  payment_mails: PaymentMailsTable;
  payment_reconciliations: PaymentReconciliationsTable;
  voucher_batches: VoucherBatchesTable;
  vouchers: VouchersTable;
  voucher_seats: VoucherSeatsTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  pow_nonces: PowNoncesTable;
  rate_limits: RateLimitsTable;
  audit_events: AuditEventsTable;
  continents: ContinentsTable;
  trainings: TrainingsTable;
  chapters: ChaptersTable;
  subchapters: SubchaptersTable;
  modules: ModulesTable;
  media: MediaTable;
  media_chunks: MediaChunksTable;
  picture_variants: PictureVariantsTable;
  upload_parts: UploadPartsTable;
  import_previews: ImportPreviewsTable;
  poll_questions: PollQuestionsTable;
  poll_options: PollOptionsTable;
  poll_answers: PollAnswersTable;
  quiz_answers: QuizAnswersTable;
  labs: LabsTable;
  lab_repairs: LabRepairsTable;
  lab_solutions: LabSolutionsTable;
  lab_ratings: LabRatingsTable;
  flags: FlagsTable;
  hexmap_versions: HexmapVersionsTable;
  hexmap_pointers: HexmapPointersTable;
  hexmap_drafts: HexmapDraftsTable;
  hexmap_files: HexmapFilesTable;
  hexmap_history: HexmapHistoryTable;
  hexmap_presence: HexmapPresenceTable;
  feature_overrides: FeatureOverridesTable;
  source_files: SourceFilesTable;
  source_revisions: SourceRevisionsTable;
  source_imports: SourceImportsTable;
  compiled_trainings: CompiledTrainingsTable;
  content_state: ContentStateTable;
  unpublished_lessons: UnpublishedLessonsTable;
  lesson_drafts: LessonDraftsTable;
  completions: CompletionsTable;
  test_outs: TestOutsTable;
  test_out_tries: TestOutTriesTable;
  enrolments: EnrolmentsTable;
  solves: SolvesTable;
  drill_rounds: DrillRoundsTable;
  board_scores: BoardScoresTable;
  board_counts: BoardCountsTable;
  instances: InstancesTable;
  instance_flags: InstanceFlagsTable;
  hint_openings: HintOpeningsTable;
  lab_tickets: LabTicketsTable;
  shared_flags: SharedFlagsTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  provider_identities: ProviderIdentitiesTable;
  tickets: TicketsTable;
  invites: InvitesTable;
  invite_redemptions: InviteRedemptionsTable;
  avatar_uploads: AvatarUploadsTable;
  notes: NotesTable;
  note_cards: NoteCardsTable;
  note_reviews: NoteReviewsTable;
  lesson_feedback: LessonFeedbackTable;
  outbox_mails: OutboxMailsTable;
  metric_changes: MetricChangesTable;
  metric_days: MetricDaysTable;
  metric_totals: MetricTotalsTable;
  user_totals: UserTotalsTable;
  learner_days: LearnerDaysTable;
  active_changes: ActiveChangesTable;
  learner_firsts: LearnerFirstsTable;
  first_days: FirstDaysTable;
  money_days: MoneyDaysTable;
  metric_state: MetricStateTable;
}
