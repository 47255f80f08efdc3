import { DEFAULT_MIX, describeMix } from '../mix.js';

export const help = `npm run loadtest -- [options]

Drives a running Sangam as many members at once, measures it, and checks its invariants. Exits with 0 when all held, 1 when
one was violated (the output says which), 2 when the run could not start or finish.

Members and servers
  --url <address>        a server; repeat it, or separate by commas, for several   (http://localhost:3000)
  --users <n>            members, one connection each                              (50)
  --users-file <path>    keeps the members there and reuses them next time         (new members each run)
  --origin <origin>      the Origin header of sockets                              (each server's own)

Load
  --rate <n>             open loop: operations a second in total, at random moments that do not depend on the server;
                         latencies count from when an operation was due            (one a second per user)
  --closed-loop          instead: each user's next operation starts when the last is answered
  --think <ms>           with it: the pause between answer and next operation      (0)
  --mix <weights>        share of each operation
                         (${describeMix(DEFAULT_MIX)})
  --message-chars <n>    length of a message, 16 to 4000                           (64)
  --ramp <time>          users connect and the rate grows over it; not measured    (5s)
  --duration <time>      measured time after the ramp: 30, 30s or 2m               (30s)
  --processes <n>        worker processes that share the users                     (1)
  --seed <n>             repeats the random choices of an earlier run              (a new one)

Results
  --report <path>        the HTML report                                           (loadtest-report.html)
  --json <path>          the figures as JSON                                       (not written)
  --settle <time>        longest wait for answers and pushes at the end            (30s)
  --patience <time>      longest Retry-After to wait for                           (2m)
  --tolerate-missed-pushes
                         a push that never arrives is no violation: for runs in which servers or Redis are stopped on
                         purpose. What is stored must still be right
  --help                 prints this

Ctrl C ends the load early; what happened until then is checked and reported all the same.

The server must allow one address so many requests: start it with RATE_LIMIT=off, or a factor such as RATE_LIMIT=1000.

Examples
  npm run loadtest
  npm run loadtest -- --users 200 --rate 1000 --duration 1m --processes 2
  npm run loadtest -- --users 20 --closed-loop --mix send=1
  npm run loadtest -- --url http://one:3000,http://two:3000 --mix send=50,read=20,reconnect=10,join=20
`;
