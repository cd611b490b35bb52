/** `npm run test:load`: the guards of the server again, with the numbers of design/trust.md; about a minute. */
import { finish, tests } from './steps.ts'

process.env.LOAD = '1'
process.env.REPEAT_RUNS = '150'
finish([
  await tests('服务端防护，大数目', ['src/app/sockets.test.ts', 'src/app/repeats.test.ts'], {
    concurrency: 1,
  }),
])
