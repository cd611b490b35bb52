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

/** Logs the browsers' reports of violations of the security policy, with a limit per minute. */
export function acceptPolicyReports(app: FastifyInstance, clock: () => Date): void {
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
    if (report.success && count <= MAX_A_MINUTE) request.log.warn(reportFacts(report.data), 'security policy')
    return reply.status(204).send()
  })
}

/** Removes queries from addresses: they may contain search terms. */
function reportFacts({ 'csp-report': report }: z.output<typeof Report>) {
  const withoutQuery = (address: string | undefined) => address?.split('?')[0]?.slice(0, 200)
  return {
    directive: report['effective-directive'] ?? report['violated-directive'],
    blocked: withoutQuery(report['blocked-uri']),
    source: withoutQuery(report['source-file']),
    line: report['line-number'],
  }
}
