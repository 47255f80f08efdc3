import { joinTeam } from '@sangam/testing/chat/team';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

it("a project's page is consistent while seats are taken and freed", { timeout: 60_000 }, async () => {
  await using server = await startTestServer();
  const [asha, bina, chitra] = [
    await server.signUp('Asha'),
    await server.signUp('Bina'),
    await server.signUp('Chitra'),
  ];
  const id = await postProject(server, asha, { max_members: 5 });
  let coming = true;
  const comeAndGo = async (member: typeof bina) => {
    while (coming) {
      await joinTeam(server, id, asha, member);
      await server.call(`DELETE /api/projects/${id}/members/me`, member.token);
      // Otherwise a member who left could not ask again for 7 days.
      await server.database.pool.query('UPDATE join_requests SET ask_again_at = NULL');
    }
  };
  const changes = Promise.all([comeAndGo(bina), comeAndGo(chitra)]);
  try {
    for (let round = 0; round < 6; round += 1) {
      const pages = await Promise.all(
        [asha, bina, chitra].map(({ token }) => server.call(`GET /api/projects/${id}`, token)),
      );
      for (const [index, page] of pages.entries()) {
        const { project, team, is_member } = page.body;
        expect(team).toHaveLength(project.current_members);
        const viewer = [asha, bina, chitra][index]?.id;
        expect(team.some((member: { id: number }) => member.id === viewer)).toBe(is_member);
      }
    }
  } finally {
    coming = false;
    await changes;
  }
});
