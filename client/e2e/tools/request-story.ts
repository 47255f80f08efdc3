/**
 * Content for the screenshots of requests, created by REST on top of the demo: a pending request, one on the waitlist, and a rejected one.
 */
import type { createDemo } from '../demo.js';

type Demo = Awaited<ReturnType<typeof createDemo>>;

const QUESTION = 'How many hours a week?';

/** Three members ask for a project's only seat, Asha last. Her request is a card in her conversation with the creator. */
export async function askForSeats({ server, asha, signIn }: Demo) {
  const [rohan, meera, kabir] = [
    await signIn('rohan@sangam.example'),
    await signIn('meera@sangam.example'),
    await signIn('kabir@sangam.example'),
  ];
  const station = await server.postProject(rohan, {
    title: 'Campus Weather Station',
    description: 'Ten sensors on the roofs, one page for everybody.',
    required_skills: ['Go', 'React'],
    timeline: '3 months',
    max_members: 2,
    questions: [QUESTION],
  });
  const ask = async (by: typeof asha, message: string, hours: string): Promise<number> => {
    const body = { project_id: station, message, answers: [{ question: QUESTION, answer: hours }] };
    return (await server.call(by, 'POST /api/project-requests', { body })).data.request.id;
  };
  const ofKabir = await ask(kabir, 'I have built the sensors before.', 'Six');
  const ofMeera = await ask(meera, 'The page needs icons for rain.', 'Three');
  const ofAsha = await ask(asha, 'Count me in for the server.', 'Five');

  /** Gives the seat to another member, puts Asha second on the waitlist, and has another project reject her. */
  const decide = async (): Promise<{ station: number; garden: number }> => {
    await server.call(rohan, 'PUT /api/project-requests/:id/status', {
      params: { id: ofKabir },
      body: { status: 'accepted' },
    });
    for (const id of [ofMeera, ofAsha])
      await server.call(rohan, 'PUT /api/project-requests/:id/line', { params: { id } });
    const garden = await server.postProject(kabir, {
      title: 'Robot Garden',
      description: 'Beds that water themselves.',
      required_skills: ['Arduino'],
      timeline: '3 months',
      max_members: 2,
    });
    await server.postProject(meera, {
      title: 'Open Course Notes',
      description: 'Notes that everybody may correct.',
      required_skills: ['React', 'TypeScript'],
      timeline: 'one semester',
    });
    const { data } = await server.call(asha, 'POST /api/project-requests', {
      body: { project_id: garden, message: 'I can write the control page.' },
    });
    await server.call(kabir, 'PUT /api/project-requests/:id/status', {
      params: { id: data.request.id },
      body: {
        status: 'rejected',
        reason: 'other_skills',
        word: 'We need somebody who knows motors. Thank you for asking!',
      },
    });
    return { station, garden };
  };
  return { rohan, decide };
}
