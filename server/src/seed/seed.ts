import { mentionsIn } from '@sangam/shared/chat/mention-words';
import { minuteMs } from '@sangam/shared/core/limits';
import { emptyWeek, QUARTERS_OF_DAY, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/database.js';
import type { Clock } from '../platform/lib/clock.js';
import {
  conversations,
  DEMO_PASSWORD,
  type DemoEmail,
  type FreeHours,
  interest,
  invitations,
  joinRequests,
  members,
  projects,
} from './demo.js';

const DAY_MINUTES = 24 * 60;

interface Person {
  id: number;
  token: string;
}

/** A clock that can be set back for the demo's past. */
interface SettableClock extends Clock {
  set(ms: number): void;
}

/**
 * Fills a database with the demo through the REST calls that clients use, which also creates activities, seats and unread counts.
 * False if the demo exists already.
 */
export async function seed(app: FastifyInstance, { db }: Database, clock: SettableClock): Promise<boolean> {
  const known = await db.selectFrom('users').select('id').where('email', '=', members[0].email).executeTakeFirst();
  if (known) return false;
  const demo = createDemo(app, db, clock);
  await addMembers(demo);
  await addProjects(demo);
  await addMessages(demo);
  await addRequests(demo);
  return true;
}

interface DemoProject {
  id: number;
  creator: Person;
  roles: { id: number; name: string }[];
}

type Demo = ReturnType<typeof createDemo>;

/** The demo while it is being created: its time, its calls, and its members and projects so far. */
function createDemo(app: FastifyInstance, db: Database['db'], clock: SettableClock) {
  const nowMs = clock.nowMs();
  const people = new Map<DemoEmail, Person>();
  const created = new Map<string, DemoProject>();

  const call = async <T>(person: Person | null, method: 'POST' | 'PUT', url: string, payload: object): Promise<T> => {
    const headers = person === null ? {} : { authorization: `Bearer ${person.token}` };
    const answer = await app.inject({ method, url, payload, headers });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<T>();
  };
  const person = (email: DemoEmail): Person => {
    const found = people.get(email);
    if (!found) throw new Error(`the demo has no ${email}`);
    return found;
  };
  const projectOf = (title: string): DemoProject => {
    const found = created.get(title);
    if (!found) throw new Error(`the demo has no project ${title}`);
    return found;
  };
  const seatOf = (title: string, role: string | null) => {
    const found = projectOf(title).roles.find(({ name }) => name === role);
    return found ? { role_id: found.id } : {};
  };

  return {
    db,
    nowMs,
    people,
    created,
    call,
    person,
    projectOf,
    seatOf,
    at: (minutesAgo: number) => clock.set(nowMs - minutesAgo * minuteMs),
    /** Changes the times that the database itself has set to the clock's time. */
    backdate: () => moveBack(db, new Date(nowMs), clock.now()),
    /** Asks to join a project. Returns the request's id. */
    async ask(email: DemoEmail, title: string, role: string | null, message: string): Promise<number> {
      const body = { project_id: projectOf(title).id, message, ...seatOf(title, role) };
      const { data } = await call<{ data: { request: { id: number } } }>(
        person(email),
        'POST',
        '/api/project-requests',
        body,
      );
      return data.request.id;
    },
  };
}

async function addMembers({ db, nowMs, at, call, backdate, people }: Demo): Promise<void> {
  at(5 * DAY_MINUTES);
  for (const { name, email, college, skills, github, freeHours, ...page } of members) {
    const account = { email, password: DEMO_PASSWORD };
    await call(null, 'POST', '/api/auth/signup', { name, ...account });
    // Remembered, so that a session from five days ago is still valid.
    const { token, user } = await call<{ token: string; user: { id: number } }>(null, 'POST', '/api/auth/login', {
      ...account,
      remember: true,
    });
    const newcomer = { id: user.id, token };
    people.set(email, newcomer);
    const { headline, about, looksFor: looks_for, takesRoles: takes_roles, listed } = page;
    const words = { headline, about, looks_for, takes_roles, listed };
    await call(newcomer, 'PUT', '/api/users/profile', { name, college, skills, github_link: github, ...words });
    if (freeHours) await call(newcomer, 'PUT', '/api/hours', { hours: weekOf(freeHours), zone: 'Asia/Kolkata' });
  }
  // Nobody reads email at these addresses.
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date(nowMs) })
    .execute();
  await backdate();
}

async function addProjects({ at, call, backdate, person, created, ask }: Demo): Promise<void> {
  for (const [index, { creator, title, skills, maxMembers, joined, teamLines, ...project }] of projects.entries()) {
    at(4 * DAY_MINUTES - index * 400);
    const by = person(creator);
    const { data } = await call<{ data: { project: { id: number; roles?: DemoProject['roles'] } } }>(
      by,
      'POST',
      '/api/projects',
      { title, ...project, required_skills: skills, max_members: maxMembers },
    );
    created.set(title, { id: data.project.id, creator: by, roles: data.project.roles ?? [] });
    for (const { email, role } of joined) {
      const id = await ask(email, title, role, 'I would like to help with this one.');
      await call(by, 'PUT', `/api/project-requests/${id}/status`, { status: 'accepted' });
    }
    await backdate();
  }
}

/** Adds direct messages and team messages, in order of time. */
async function addMessages({ db, at, call, backdate, person, created, projectOf }: Demo): Promise<void> {
  const teams = await db
    .selectFrom('conversations')
    .select(['id', 'project_id'])
    .where(
      'project_id',
      'in',
      [...created.values()].map(({ id }) => id),
    )
    .execute();
  const direct = conversations.flatMap(({ between: [first, second], lines }) =>
    lines.map((line) => {
      const other = person(line.from === first ? second : first).id;
      return { ...line, read: `/api/messages/mark-read/${other}`, to: { receiver_id: other } };
    }),
  );
  const everybody = members.map(({ email, name }) => ({ id: person(email).id, name }));
  const inTeams = projects.flatMap(({ title, teamLines }) => {
    const id = teams.find(({ project_id }) => project_id === projectOf(title).id)?.id;
    return teamLines.map((line) => {
      const mentions = mentionsIn(line.text, everybody);
      const to = { conversation_id: id, ...(mentions.length > 0 && { mentions }) };
      return { ...line, read: `/api/messages/c/${id}/read`, to };
    });
  });
  for (const { from, minutesAgo, text, read, to } of [...direct, ...inTeams].sort(
    (a, b) => b.minutesAgo - a.minutesAgo,
  )) {
    at(minutesAgo);
    // A reply implies that earlier messages were read.
    await call(person(from), 'PUT', read, {});
    await call(person(from), 'POST', '/api/messages', { ...to, content: text });
    await backdate();
  }
}

/** Adds pending join requests, interest and invitations. */
async function addRequests({ at, call, backdate, person, projectOf, seatOf, ask }: Demo): Promise<void> {
  for (const { from, project, role, minutesAgo, message } of joinRequests) {
    at(minutesAgo);
    await ask(from, project, role, message);
    await backdate();
  }
  for (const { from, project, minutesAgo } of interest) {
    at(minutesAgo);
    await call(person(from), 'POST', `/api/projects/${projectOf(project).id}/connect`, {});
    await backdate();
  }
  for (const { to, project, role, minutesAgo, message } of invitations) {
    at(minutesAgo);
    const { id, creator } = projectOf(project);
    const body = { user_id: person(to).id, message, ...seatOf(project, role) };
    await call(creator, 'POST', `/api/projects/${id}/invitations`, body);
    await backdate();
  }
}

const QUARTERS_OF_HOUR = 4;
/** Returns the week in which these hours of each day are free. */
const weekOf = (days: FreeHours): string =>
  days.reduce<string>((week, free, day) => {
    if (free === null) return week;
    const quarterAt = (hour: number) => day * QUARTERS_OF_DAY + hour * QUARTERS_OF_HOUR;
    const [from, until] = free;
    return withQuarters(week, quartersBetween(quarterAt(from), quarterAt(until) - 1));
  }, emptyWeek);

async function moveBack(db: Database['db'], since: Date, to: Date): Promise<void> {
  for (const table of ['users', 'projects', 'join_requests', 'interests', 'activities'] as const)
    await db.updateTable(table).set({ created_at: to }).where('created_at', '>=', since).execute();
  await db.updateTable('conversations').set({ last_message_at: to }).where('last_message_at', '>=', since).execute();
  await db.updateTable('project_members').set({ joined_at: to }).where('joined_at', '>=', since).execute();
}
