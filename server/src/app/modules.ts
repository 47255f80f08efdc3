import { join } from '@sangam/shared/core/contract';
import { selectConversationContacts } from '../chat/conversations/participants.queries.js';
import { chatOwnTables } from '../chat/member-data.queries.js';
import { createChat, createChatBlockHooks } from '../chat/module.js';
import { contactOwnTables } from '../contact/member-data.queries.js';
import { createContact } from '../contact/module.js';
import { noticesOwnTables } from '../notices/member-data.queries.js';
import { createNotices } from '../notices/module.js';
import { hasMuted } from '../notices/notices.js';
import type { WebPushNetwork } from '../notices/web-push/network.js';
import { peopleOwnTables } from '../people/member-data.queries.js';
import { createPeople, peopleBlockHooks } from '../people/module.js';
import type { CommonPasswords } from '../people/sign-in/common-passwords.js';
import type { PasswordCost } from '../people/sign-in/password-hashes.js';
import type { Tokens } from '../people/sign-in/tokens.js';
import type { AlreadyByCall } from '../platform/already.js';
import type { Calls } from '../platform/http/contract-route.js';
import { jobSweeps } from '../platform/jobs/queries.js';
import type { ExportPart, OwnTables } from '../platform/member-data/parts.js';
import type { Module, Platform, RefreshParts } from '../platform/module.js';
import type { Live, LiveContext } from '../platform/realtime/live.js';
import { projectsOwnTables } from '../projects/member-data.queries.js';
import { createProjects } from '../projects/module.js';
import { createRequestBlockHooks } from '../requests/block-hooks.js';
import { selectRequestContacts } from '../requests/kinds/applicants.queries.js';
import { createRequests } from '../requests/module.js';
import { projectHooks } from '../requests/project-hooks.js';
import { trustOwnTables } from '../trust/member-data.queries.js';
import { createTrust } from '../trust/module.js';
import { withReportHooks } from '../trust/project-hooks.js';
import { createEndSuspension } from '../trust/suspension/end.js';
import { createLeaveAll } from './member-data/delete-account.js';
import { createAppModule } from './module.js';

interface ModulesDeps {
  tokens: Tokens;
  passwordCost: PasswordCost;
  commonPasswords: CommonPasswords;
  webPushNetwork: WebPushNetwork;
}

/** Creates the subjects from the lowest to the highest, each with the services below it. Starts nothing. */
async function createSubjects(platform: Platform, { webPushNetwork, ...signIn }: ModulesDeps) {
  const blockHooks = [peopleBlockHooks, createChatBlockHooks(platform), createRequestBlockHooks(platform)];
  const contact = createContact(platform, { blockHooks });
  const people = createPeople(platform, {
    ...signIn,
    endSuspension: createEndSuspension(platform),
    contactSelections: [selectConversationContacts, selectRequestContacts],
    afterDeletion: (userId) => leaveAll(userId),
  });
  const projects = createProjects(platform, { hooks: withReportHooks(projectHooks) });
  const requests = createRequests(platform, contact);
  const leaveAll = createLeaveAll({ db: platform.db, ...requests, succession: projects.succession });
  const chat = createChat(platform, { ...contact, ...people, ...requests, hasMuted });
  const notices = await createNotices(platform, { ...people, webPushNetwork });
  const trust = createTrust(platform, { ...people, ...contact });
  return { contact, people, projects, requests, chat, notices, trust, leaveAll };
}

/** Every table with a member's own rows, in the order of erasure. */
export const ownTables: OwnTables = {
  ...peopleOwnTables,
  ...noticesOwnTables,
  ...projectsOwnTables,
  ...chatOwnTables,
  ...contactOwnTables,
  ...trustOwnTables,
};

/**
 * Joins what the subjects declare. A call, client event, domain event or refresh part without exactly one owner does not compile
 * here.
 */
export async function createModules(platform: Platform, deps: ModulesDeps) {
  const subjects = await createSubjects(platform, deps);
  const { contact, people, projects, requests, chat, notices, trust } = subjects;
  const refresh: RefreshParts = join(chat.refresh, requests.refresh, notices.refresh);
  const exportParts: ExportPart[] = [people, notices, contact, projects, requests, chat, trust].map(
    ({ exportPart }) => exportPart,
  );
  const app = createAppModule(platform, subjects, { refresh, exportParts, ownTables });
  const all: Module[] = [contact, people, projects, requests, chat, notices, trust, app];

  const calls: Calls = join(
    contact.calls,
    people.calls,
    projects.calls,
    requests.calls,
    chat.calls,
    notices.calls,
    trust.calls,
    app.calls,
  );

  const already: AlreadyByCall = Object.assign({}, ...all.map((module) => module.already));

  /** Joins the socket handlers and audiences of the subjects. */
  const live = (context: LiveContext): Live => {
    const parts = {
      contact: contact.live(context),
      people: people.live(context),
      projects: projects.live(context),
      requests: requests.live(context),
      chat: chat.live(context),
      notices: notices.live(context),
    };
    return {
      clientEvents: join(parts.people.clientEvents, parts.projects.clientEvents, parts.chat.clientEvents),
      audiences: join(
        parts.contact.audiences,
        parts.people.audiences,
        parts.projects.audiences,
        parts.requests.audiences,
        parts.chat.audiences,
        parts.notices.audiences,
        // These two have no audience: they are for this server's workers and the platform.
        { 'jobs:added': () => undefined, 'events:lost': () => undefined },
      ),
      socketOpened: parts.people.socketOpened,
      socketClosed: parts.people.socketClosed,
      stop: parts.people.stop,
      finish: async () => parts.chat.finish?.(),
    };
  };

  return {
    all,
    calls,
    already,
    live,
    sessions: people.sessions,
    otherServers: people.presence.otherServers,
    messagesDrained: chat.drained,
    sweeps: [...all.flatMap(({ sweeps = [] }) => sweeps), ...jobSweeps],
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    metrics: all.flatMap(({ metrics }) => metrics ?? []),
  };
}
