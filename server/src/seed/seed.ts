import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/database.js';
import type { Clock } from '../platform/lib/clock.js';
import { conversations, DEMO_PASSWORD, type DemoEmail, interest, joinRequests, members, projects } from './demo.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

interface Person {
  id: number;
  token: string;
}

/** A clock that can be set back for the demo's past. */
export interface SettableClock extends Clock {
  set(ms: number): void;
}

/**
 * Fills a database with the demo through the REST calls that clients use, which also creates activities, seats and unread counts.
 * False if the demo exists already.
 */
export async function seed(app: FastifyInstance, { db }: Database, clock: SettableClock): Promise<boolean> {
  const known = await db.selectFrom('users').select('id').where('email', '=', members[0].email).executeTakeFirst();
  if (known) return false;

  const nowMs = clock.nowMs();
  const at = (minutesAgo: number) => clock.set(nowMs - minutesAgo * MINUTE_MS);
  const call = async <T>(person: Person | null, method: 'POST' | 'PUT', url: string, payload: object): Promise<T> => {
    const headers = person === null ? {} : { authorization: `Bearer ${person.token}` };
    const answer = await app.inject({ method, url, payload, headers });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<T>();
  };

  const people = new Map<DemoEmail, Person>();
  const person = (email: DemoEmail): Person => {
    const found = people.get(email);
    if (!found) throw new Error(`the demo has no ${email}`);
    return found;
  };

  /** Moves rows that the database dated itself to the clock's time. */
  const backdate = () => moveBack(db, new Date(nowMs), new Date(clock.nowMs()));

  at(5 * DAY_MINUTES);
  for (const { name, email, college, skills, github } of members) {
    const account = { email, password: DEMO_PASSWORD };
    await call(null, 'POST', '/api/auth/signup', { name, ...account });
    // Remembered, so that a session from five days ago is still valid.
    const { token, user } = await call<{ token: string; user: { id: number } }>(null, 'POST', '/api/auth/login', {
      ...account,
      remember: true,
    });
    const newcomer = { id: user.id, token };
    people.set(email, newcomer);
    await call(newcomer, 'PUT', '/api/users/profile', { name, college, skills, github_link: github });
  }
  // Nobody reads mail at these addresses.
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date(nowMs) })
    .execute();
  await backdate();

  const projectIds = new Map<string, number>();
  const ask = async (email: DemoEmail, title: string, message: string) => {
    const { data } = await call<{ data: { request: { id: number } } }>(person(email), 'POST', '/api/project-requests', {
      project_id: projectIds.get(title),
      message,
    });
    return data.request.id;
  };
  for (const [index, project] of projects.entries()) {
    at(4 * DAY_MINUTES - index * 400);
    const creator = person(project.creator);
    const { data } = await call<{ data: { project: { id: number } } }>(creator, 'POST', '/api/projects', {
      title: project.title,
      description: project.description,
      category: project.category,
      required_skills: project.skills,
      timeline: project.timeline,
      max_members: project.maxMembers,
    });
    projectIds.set(project.title, data.project.id);
    for (const email of project.joined) {
      const id = await ask(email, project.title, 'I would like to help with this one.');
      await call(creator, 'PUT', `/api/project-requests/${id}/status`, { status: 'accepted' });
    }
    await backdate();
  }

  const talk = conversations.flatMap(({ between, lines }) => lines.map((line) => ({ ...line, between })));
  for (const { from, between, minutesAgo, text } of talk.sort((a, b) => b.minutesAgo - a.minutesAgo)) {
    at(minutesAgo);
    const [first, second] = between;
    const other = person(from === first ? second : first);
    // A reply implies that earlier messages were read.
    await call(person(from), 'PUT', `/api/messages/mark-read/${other.id}`, {});
    await call(person(from), 'POST', '/api/messages', { receiver_id: other.id, content: text });
    await backdate();
  }
  for (const { from, project, minutesAgo, message } of joinRequests) {
    at(minutesAgo);
    await ask(from, project, message);
    await backdate();
  }
  for (const { from, project, minutesAgo } of interest) {
    at(minutesAgo);
    await call(person(from), 'POST', `/api/projects/${projectIds.get(project)}/connect`, {});
    await backdate();
  }
  return true;
}

async function moveBack(db: Database['db'], since: Date, to: Date): Promise<void> {
  for (const table of ['users', 'projects', 'join_requests', 'interests', 'activities'] as const)
    await db.updateTable(table).set({ created_at: to }).where('created_at', '>=', since).execute();
  await db.updateTable('project_members').set({ joined_at: to }).where('joined_at', '>=', since).execute();
}
