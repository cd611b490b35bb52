/** The data of the account `agent`: a draft for today, and a returned log of this week. */
export const AGENT_ACCOUNT = {
  username: 'agent',
  returnedAgo: 4,
  returnedFor: '少写了交接，请补上两个待退款的买家。',
}
