import { DEFAULT_MIX, describeMix } from './mix.js';

export const help = `npm run loadtest -- [options]

Drives a running Sangam as many members at once, measures it, and checks its promises. Exits with 0 when every promise
held, 1 when one was broken (it says which), 2 when the run could not take place.

Whom it drives
  --url <address>        a server; repeat it, or separate by commas, for several   (http://localhost:3000)
  --users <n>            members, one connection each                              (50)
  --users-file <path>    keeps the members there, and uses them again next time    (new members each run)
  --origin <origin>      the Origin that sockets name                              (each server's own)

How it drives
  --rate <n>             operations a second over all, at random moments that wait for nobody; latencies count from the
                         moment an operation was due                               (one a second for each user)
  --closed-loop          instead: each user's next operation when the last was answered, and then
  --think <ms>           so much later                                             (0)
  --mix <weights>        what they do    (${describeMix(DEFAULT_MIX)})
  --message-chars <n>    length of a message, 16 to 4000                           (64)
  --ramp <time>          over which users come and the rate grows; not measured    (5s)
  --duration <time>      the measured time after it: 30, 30s or 2m                 (30s)
  --processes <n>        worker processes that share the users                     (1)
  --seed <n>             repeats the chance of an earlier run                      (a new one)

What it makes of it
  --report <path>        the HTML report                                           (loadtest-report.html)
  --json <path>          the figures for programs                                  (not written)
  --settle <time>        how long answers and pushes may be under way at the end   (30s)
  --patience <time>      the longest wait that a server's rate limit may ask for   (2m)
  --tolerate-missed-pushes
                         does not count a push that never came as broken, for runs in which servers or Redis are broken
                         on purpose: what is stored must still be right
  --help                 this

The server must let one address do so much: start it with RATE_LIMIT=off, or with a factor such as RATE_LIMIT=1000.

Examples
  npm run loadtest
  npm run loadtest -- --users 200 --rate 1000 --duration 1m --processes 2
  npm run loadtest -- --users 20 --closed-loop --mix send=1
  npm run loadtest -- --url http://one:3000,http://two:3000 --mix send=50,read=20,reconnect=10,join=20
`;
