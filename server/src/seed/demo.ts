/** The demo's people, projects and conversations. Ages are minutes before now. */

export const DEMO_PASSWORD = 'Sangam-demo-1';

/** Free hours by day, from Monday: [from, until] on the clocks of India; null for none. */
export type FreeHours = readonly (readonly [number, number] | null)[];

interface DemoMember {
  name: string;
  email: string;
  college: string;
  skills: readonly string[];
  github: string | null;
  /** Listed members are found in Find people. */
  listed: boolean;
  headline: string;
  about: string;
  looksFor: string;
  takesRoles: readonly string[];
  freeHours: FreeHours | null;
}

const evenings: FreeHours = [[18, 21], [18, 21], null, [18, 21], [17, 20], [10, 13], null];
const lateEvenings: FreeHours = [[19, 22], null, [18, 21], [19, 21], [17, 19], [11, 16], [11, 13]];
const weekends: FreeHours = [null, null, null, null, [18, 22], [10, 18], [10, 18]];

export const members = [
  {
    name: 'Asha Verma',
    email: 'asha@sangam.example',
    college: 'IIT Bombay',
    skills: ['React', 'TypeScript', 'Figma'],
    github: 'https://github.com/asha-demo',
    listed: true,
    headline: 'Front-end developer, third year',
    about: 'I like small tools that people open every day. Last year I built the hostel’s laundry tracker.',
    looksFor: 'A team that tests with real users every week.',
    takesRoles: ['Front-end developer'],
    freeHours: evenings,
  },
  {
    name: 'Rohan Mehta',
    email: 'rohan@sangam.example',
    college: 'BITS Pilani',
    skills: ['Python', 'PyTorch', 'Data viz'],
    github: 'https://github.com/rohan-demo',
    listed: true,
    headline: 'Turns messy data into one clear chart',
    about: 'Rainfall, buses, mess menus: whatever has numbers and nobody reads.',
    looksFor: 'Somewhere to learn front-end work.',
    takesRoles: ['Data analyst'],
    freeHours: lateEvenings,
  },
  {
    name: 'Meera Iyer',
    email: 'meera@sangam.example',
    college: 'NID Ahmedabad',
    skills: ['Product design', 'Illustration', 'UX writing'],
    github: null,
    listed: true,
    headline: 'Designs screens that say what they mean',
    about: 'I draw first and delete most of it.',
    looksFor: 'Developers who like a second draft.',
    takesRoles: ['Designer'],
    freeHours: weekends,
  },
  // Isn't listed, so only members who know him can see him.
  {
    name: 'Kabir Singh',
    email: 'kabir@sangam.example',
    college: 'Delhi University',
    skills: ['Node.js', 'PostgreSQL', 'Docker'],
    github: 'https://github.com/kabir-demo',
    listed: false,
    headline: '',
    about: '',
    looksFor: '',
    takesRoles: [],
    freeHours: evenings,
  },
  {
    name: 'Fatima Sheikh',
    email: 'fatima@sangam.example',
    college: 'Jamia Millia Islamia',
    skills: ['Kotlin', 'Android', 'Firebase'],
    github: null,
    listed: true,
    headline: 'Android developer',
    about: 'I ship small apps and answer their reviews.',
    looksFor: 'A designer.',
    takesRoles: ['Android developer'],
    freeHours: lateEvenings,
  },
  {
    name: 'Arjun Nair',
    email: 'arjun@sangam.example',
    college: 'NIT Calicut',
    skills: ['Unity', 'C#', 'Blender'],
    github: null,
    listed: true,
    headline: 'Makes quiet games',
    about: 'Two finished game jams, and a stepwell that I walk past every day.',
    looksFor: 'A composer.',
    takesRoles: ['Game designer'],
    freeHours: null,
  },
  {
    name: 'Ananya Rao',
    email: 'ananya@sangam.example',
    college: 'Christ University',
    skills: ['UX writing', 'User research', 'Figma'],
    github: null,
    listed: true,
    headline: 'Writes the words on buttons',
    about: 'Before I write a sentence I ask ten people what they would call the thing.',
    looksFor: 'A product that students use every day.',
    takesRoles: ['Designer'],
    freeHours: evenings,
  },
  {
    name: 'Vikram Joshi',
    email: 'vikram@sangam.example',
    college: 'IIIT Hyderabad',
    skills: ['React', 'PWA', 'Accessibility'],
    github: null,
    listed: true,
    headline: 'Web developer for slow phones',
    about: 'If it does not open on my mother’s phone, it is not done.',
    looksFor: 'A team with a designer.',
    takesRoles: ['Front-end developer'],
    freeHours: weekends,
  },
] as const satisfies readonly DemoMember[];

export type DemoEmail = (typeof members)[number]['email'];

interface DemoLine {
  from: DemoEmail;
  minutesAgo: number;
  text: string;
}

const day = 24 * 60;

interface DemoProject {
  creator: DemoEmail;
  title: string;
  description: string;
  category: string;
  skills: readonly string[];
  roles: readonly { name: string; seats: number; skills: readonly string[] }[];
  timeline: string | null;
  maxMembers: number;
  joined: readonly { email: DemoEmail; role: string | null }[];
  /** Lines of the team's conversation. */
  teamLines: readonly DemoLine[];
}

export const projects = [
  {
    creator: 'asha@sangam.example',
    title: 'Hostel mess menu, but honest',
    description:
      'A small web app where students rate today’s mess menu, see what is worth the queue, and tell the kitchen what to cook more often. Works offline in the dining hall.',
    category: 'web-development',
    skills: ['React', 'Node.js', 'PWA', 'UX writing'],
    roles: [
      { name: 'Back-end developer', seats: 1, skills: ['Node.js'] },
      { name: 'Designer', seats: 1, skills: ['UX writing'] },
    ],
    timeline: '6 weeks',
    maxMembers: 4,
    joined: [{ email: 'kabir@sangam.example', role: 'Back-end developer' }],
    teamLines: [
      {
        from: 'asha@sangam.example',
        minutesAgo: 3 * day + 60,
        text: 'Welcome! The first version is **three screens**: today, rate, and the week.',
      },
      {
        from: 'kabir@sangam.example',
        minutesAgo: 3 * day + 40,
        text: 'Good. I begin with the dishes, so that you have something real to show.',
      },
      { from: 'asha@sangam.example', minutesAgo: day + 200, text: 'The kitchen said yes to a tablet at the counter.' },
      {
        from: 'kabir@sangam.example',
        minutesAgo: 88,
        text: '@Asha Verma two people asked to join. Design is our missing piece.',
      },
    ],
  },
  {
    creator: 'rohan@sangam.example',
    title: 'Monsoon forecasts for small farms',
    description:
      'Turn open rainfall data into a weekly message a farmer can act on. We have the data pipeline; we need people who can make it readable and people who can test it with real farmers.',
    category: 'data-science',
    skills: ['Python', 'Data viz', 'Marathi'],
    roles: [
      { name: 'Front-end developer', seats: 1, skills: ['React'] },
      { name: 'Field tester', seats: 2, skills: ['Marathi'] },
    ],
    timeline: '3 months',
    maxMembers: 6,
    joined: [{ email: 'meera@sangam.example', role: null }],
    teamLines: [
      { from: 'rohan@sangam.example', minutesAgo: 2 * day, text: 'New rainfall data is in. It begins in 1901.' },
      { from: 'meera@sangam.example', minutesAgo: 470, text: 'Icons are in the folder. Please be honest.' },
    ],
  },
  {
    creator: 'fatima@sangam.example',
    title: 'Campus bus on your lock screen',
    description:
      'An Android widget that knows when the next campus bus leaves from where you stand. The first version reads the public timetable; the second one should learn from riders.',
    category: 'mobile-development',
    skills: ['Kotlin', 'Android', 'Maps'],
    roles: [{ name: 'Designer', seats: 1, skills: ['Figma'] }],
    timeline: 'one semester',
    maxMembers: 5,
    joined: [],
    teamLines: [],
  },
  {
    creator: 'arjun@sangam.example',
    title: 'Puzzle game about stepwells',
    description:
      'A quiet puzzle game set in Gujarat’s stepwells. Art style is settled, two levels are playable, and the music still needs a composer.',
    category: 'game-development',
    skills: ['Unity', 'Sound design', 'Level design'],
    roles: [{ name: 'Composer', seats: 1, skills: ['Sound design'] }],
    timeline: null,
    maxMembers: 5,
    joined: [],
    teamLines: [],
  },
  {
    creator: 'kabir@sangam.example',
    title: 'Lecture notes that answer back',
    description:
      'Search across scanned lecture notes and get the page that answers your question, with the handwriting you recognise. Small models, runs on a laptop.',
    category: 'ai-ml',
    skills: ['Python', 'OCR', 'Embeddings', 'React'],
    roles: [],
    timeline: '8 weeks',
    maxMembers: 5,
    joined: [{ email: 'rohan@sangam.example', role: null }],
    teamLines: [
      { from: 'kabir@sangam.example', minutesAgo: 2 * day + 30, text: 'Page 40 of my notes now finds itself.' },
      { from: 'rohan@sangam.example', minutesAgo: day + 30, text: 'With my handwriting it finds your page 40.' },
    ],
  },
] as const satisfies readonly DemoProject[];

type DemoTitle = (typeof projects)[number]['title'];

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
  project: DemoTitle;
  role: string | null;
  minutesAgo: number;
  message: string;
}[] = [
  {
    from: 'meera@sangam.example',
    project: 'Hostel mess menu, but honest',
    role: 'Designer',
    minutesAgo: 70,
    message: 'I would love to design the empty states. I have eaten in three hostels and have opinions.',
  },
  {
    from: 'fatima@sangam.example',
    project: 'Hostel mess menu, but honest',
    role: null,
    minutesAgo: 18,
    message: 'Could this become an Android widget too? I can build that part.',
  },
  {
    from: 'asha@sangam.example',
    project: 'Lecture notes that answer back',
    role: null,
    minutesAgo: 200,
    message: 'I can take the search page: fast, keyboard first, readable on a phone.',
  },
];

/** Interest without a join request. */
export const interest: readonly {
  from: DemoEmail;
  project: DemoTitle;
  minutesAgo: number;
}[] = [
  { from: 'rohan@sangam.example', project: 'Hostel mess menu, but honest', minutesAgo: 150 },
  { from: 'arjun@sangam.example', project: 'Hostel mess menu, but honest', minutesAgo: 33 },
];

/** Invitations, which show on the dashboard of the invited member. */
export const invitations: readonly {
  to: DemoEmail;
  project: DemoTitle;
  role: string | null;
  minutesAgo: number;
  message: string;
}[] = [
  {
    to: 'asha@sangam.example',
    project: 'Monsoon forecasts for small farms',
    role: 'Front-end developer',
    minutesAgo: 55,
    message: 'You make screens that need no manual. Would you take the page that farmers see?',
  },
];
