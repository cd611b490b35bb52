import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

const Report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'source-file': z.string().optional(),
    'line-number': z.number().optional(),
  }),
})

const MAX_BYTES = 16 * 1024
const MAX_A_MINUTE = 60

/** Takes what browsers report about the security policy into the log; a page that reports too much is not listened to. */
export function takePolicyReports(app: FastifyInstance, clock: () => Date): void {
  let minute = 0
  let count = 0
  app.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.post('/api/csp', { bodyLimit: MAX_BYTES }, (request, reply) => {
    const now = Math.floor(clock().getTime() / 60_000)
    count = now === minute ? count + 1 : 1
    minute = now
    const report = Report.safeParse(request.body)
    if (report.success && count <= MAX_A_MINUTE) request.log.warn(facts(report.data), 'security policy')
    return reply.status(204).send()
  })
}

/** Addresses lose their query: it may name what somebody searched for. */
function facts({ 'csp-report': report }: z.output<typeof Report>) {
  const bare = (address: string | undefined) => address?.split('?')[0]?.slice(0, 200)
  return {
    directive: report['effective-directive'] ?? report['violated-directive'],
    blocked: bare(report['blocked-uri']),
    source: bare(report['source-file']),
    line: report['line-number'],
  }
}
