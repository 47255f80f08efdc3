/** The demo's people, projects and conversations. Ages are minutes before now. */

export const DEMO_PASSWORD = 'Sangam-demo-1';

export const members = [
  {
    name: 'Asha Verma',
    email: 'asha@sangam.example',
    college: 'IIT Bombay',
    skills: ['React', 'TypeScript', 'Figma'],
    github: 'https://github.com/asha-demo',
  },
  {
    name: 'Rohan Mehta',
    email: 'rohan@sangam.example',
    college: 'BITS Pilani',
    skills: ['Python', 'PyTorch', 'Data viz'],
    github: 'https://github.com/rohan-demo',
  },
  {
    name: 'Meera Iyer',
    email: 'meera@sangam.example',
    college: 'NID Ahmedabad',
    skills: ['Product design', 'Illustration'],
    github: null,
  },
  {
    name: 'Kabir Singh',
    email: 'kabir@sangam.example',
    college: 'Delhi University',
    skills: ['Node.js', 'PostgreSQL', 'Docker'],
    github: 'https://github.com/kabir-demo',
  },
  {
    name: 'Fatima Sheikh',
    email: 'fatima@sangam.example',
    college: 'Jamia Millia Islamia',
    skills: ['Kotlin', 'Android', 'Firebase'],
    github: null,
  },
  {
    name: 'Arjun Nair',
    email: 'arjun@sangam.example',
    college: 'NIT Calicut',
    skills: ['Unity', 'C#', 'Blender'],
    github: null,
  },
] as const;

export type DemoEmail = (typeof members)[number]['email'];

export const projects = [
  {
    creator: 'asha@sangam.example',
    title: 'Hostel mess menu, but honest',
    description:
      'A small web app where students rate today’s mess menu, see what is worth the queue, and tell the kitchen what to cook more often. Works offline in the dining hall.',
    category: 'web-development',
    skills: ['React', 'Node.js', 'PWA', 'UX writing'],
    timeline: '6 weeks',
    maxMembers: 4,
    joined: ['kabir@sangam.example'],
  },
  {
    creator: 'rohan@sangam.example',
    title: 'Monsoon forecasts for small farms',
    description:
      'Turn open rainfall data into a weekly message a farmer can act on. We have the data pipeline; we need people who can make it readable and people who can test it with real farmers.',
    category: 'data-science',
    skills: ['Python', 'Data viz', 'Marathi'],
    timeline: '3 months',
    maxMembers: 6,
    joined: ['meera@sangam.example'],
  },
  {
    creator: 'fatima@sangam.example',
    title: 'Campus bus on your lock screen',
    description:
      'An Android widget that knows when the next campus bus leaves from where you stand. The first version reads the public timetable; the second one should learn from riders.',
    category: 'mobile-development',
    skills: ['Kotlin', 'Android', 'Maps'],
    timeline: 'one semester',
    maxMembers: 5,
    joined: [],
  },
  {
    creator: 'arjun@sangam.example',
    title: 'Puzzle game about stepwells',
    description:
      'A quiet puzzle game set in Gujarat’s stepwells. Art style is settled, two levels are playable, and the music is looking for somebody.',
    category: 'game-development',
    skills: ['Unity', 'Sound design', 'Level design'],
    timeline: null,
    maxMembers: 5,
    joined: [],
  },
  {
    creator: 'kabir@sangam.example',
    title: 'Lecture notes that answer back',
    description:
      'Search across scanned lecture notes and get the page that answers your question, with the handwriting you recognise. Small models, runs on a laptop.',
    category: 'ai-ml',
    skills: ['Python', 'OCR', 'Embeddings', 'React'],
    timeline: '8 weeks',
    maxMembers: 5,
    joined: ['rohan@sangam.example'],
  },
] as const satisfies readonly { creator: DemoEmail; joined: readonly DemoEmail[]; [key: string]: unknown }[];

export interface DemoLine {
  from: DemoEmail;
  minutesAgo: number;
  text: string;
}

const day = 24 * 60;

export const conversations: readonly { between: readonly [DemoEmail, DemoEmail]; lines: readonly DemoLine[] }[] = [
  {
    between: ['asha@sangam.example', 'rohan@sangam.example'],
    lines: [
      {
        from: 'rohan@sangam.example',
        minutesAgo: 2 * day + 300,
        text: 'Hi Asha! I saw the mess menu project. Do you plan to keep the ratings anonymous?',
      },
      {
        from: 'asha@sangam.example',
        minutesAgo: 2 * day + 290,
        text: 'Yes. We only keep a count per dish, never who voted.',
      },
      { from: 'rohan@sangam.example', minutesAgo: 2 * day + 288, text: 'Good. I could help with the weekly chart.' },
      {
        from: 'asha@sangam.example',
        minutesAgo: day + 120,
        text: 'I put a first sketch here: https://github.com/asha-demo/mess-menu',
      },
      {
        from: 'rohan@sangam.example',
        minutesAgo: day + 60,
        text: 'Nice and calm. The colours for “worth the queue” work well.',
      },
      { from: 'asha@sangam.example', minutesAgo: 190, text: 'Shall we look at it together on Saturday?' },
      { from: 'rohan@sangam.example', minutesAgo: 42, text: 'Saturday works. 4 pm?' },
      { from: 'rohan@sangam.example', minutesAgo: 41, text: 'I will bring last month’s numbers.' },
    ],
  },
  {
    between: ['asha@sangam.example', 'kabir@sangam.example'],
    lines: [
      {
        from: 'kabir@sangam.example',
        minutesAgo: 3 * day,
        text: 'The API for dishes is up. Have a look when you can.',
      },
      {
        from: 'asha@sangam.example',
        minutesAgo: 3 * day - 20,
        text: 'Lovely, the offline cache works with it at once.',
      },
      {
        from: 'kabir@sangam.example',
        minutesAgo: 95,
        text: 'I moved the database to PostgreSQL. Nothing else changes for you.',
      },
    ],
  },
  {
    between: ['rohan@sangam.example', 'meera@sangam.example'],
    lines: [
      {
        from: 'meera@sangam.example',
        minutesAgo: 500,
        text: 'Three icons for rain, or five? Farmers I asked read three at a glance.',
      },
      { from: 'rohan@sangam.example', minutesAgo: 480, text: 'Three it is.' },
    ],
  },
  {
    between: ['asha@sangam.example', 'meera@sangam.example'],
    lines: [
      {
        from: 'meera@sangam.example',
        minutesAgo: 25,
        text: 'Your project page made me smile. May I redo the empty plate icon?',
      },
    ],
  },
];

/** Join requests. Pending ones show on their creator's dashboard. */
export const joinRequests: readonly {
  from: DemoEmail;
  project: (typeof projects)[number]['title'];
  minutesAgo: number;
  message: string;
}[] = [
  {
    from: 'meera@sangam.example',
    project: 'Hostel mess menu, but honest',
    minutesAgo: 70,
    message: 'I would love to design the empty states. I have eaten in three hostels and have opinions.',
  },
  {
    from: 'fatima@sangam.example',
    project: 'Hostel mess menu, but honest',
    minutesAgo: 18,
    message: 'Could this become an Android widget too? I can build that part.',
  },
  {
    from: 'asha@sangam.example',
    project: 'Lecture notes that answer back',
    minutesAgo: 200,
    message: 'I can take the search page: fast, keyboard first, readable on a phone.',
  },
];

/** Interest without a join request. */
export const interest: readonly {
  from: DemoEmail;
  project: (typeof projects)[number]['title'];
  minutesAgo: number;
}[] = [
  { from: 'rohan@sangam.example', project: 'Hostel mess menu, but honest', minutesAgo: 150 },
  { from: 'arjun@sangam.example', project: 'Hostel mess menu, but honest', minutesAgo: 33 },
];
