import type { Metrics } from '#operations/imports/reader/rows.ts'
import type { Random } from './random.ts'
import type { Platform } from './stores.ts'

/** Quality of service: the share of unanswered buyers, and response times. */
export interface Skill {
  missed: number
  firstS: number
  averageS: number
}

/** The skill behind a store's figures; a slow store misses its target. */
export function skillOf(slow: boolean, chance: Random): Skill {
  return slow
    ? {
        missed: 0.055 + chance.next() * 0.04,
        firstS: 38 + chance.next() * 20,
        averageS: 62 + chance.next() * 25,
      }
    : {
        missed: 0.005 + chance.next() * 0.015,
        firstS: 9 + chance.next() * 14,
        averageS: 24 + chance.next() * 22,
      }
}

/** The figures in a platform's file for a number of buyers: only those that the platform provides. */
export function measuresOf(platform: Platform, buyers: number, skill: Skill, chance: Random): Metrics {
  const day = drawDay(buyers, skill, chance)
  const { unreplied, handledUsers, sessions, rate3minBp, rate30sBp, speed, opinion, trade } = day
  const consultUsers = buyers
  switch (platform) {
    case 'taobao':
    case 'tmall':
      return { consultUsers, handledUsers, unreplied, ...speed, ...opinion, ...trade }
    case 'jd': {
      const counts = { consultUsers, consultSessions: sessions, handledUsers, handledSessions: sessions }
      return { ...counts, unreplied, rate3minBp, rate30sBp, ...speed, ...opinion, ...trade }
    }
    case 'pdd': {
      const { needHumanUsers, unreplied3min } = day
      const counts = { consultUsers, needHumanUsers, handledUsers: needHumanUsers, unreplied3min }
      return { ...counts, rate30sBp, artSec: speed.artSec, ...trade }
    }
    case 'douyin':
      return { handledUsers: buyers, handledSessions: sessions, rate3minBp, ...speed, ...opinion, ...trade }
    case 'kuaishou': {
      const counts = { consultUsers, consultSessions: sessions, handledSessions: sessions }
      return { ...counts, rate3minBp, artSec: speed.artSec, ...trade }
    }
    default:
      return { consultUsers, handledUsers, unreplied, ...speed }
  }
}

/** All figures of a day with the given number of buyers. */
function drawDay(buyers: number, skill: Skill, chance: Random) {
  const part = (share: number, of = buyers) =>
    Math.min(of, Math.max(0, Math.round(of * share * chance.about(0.3))))
  const seconds = (mean: number) => Math.round(mean * chance.about(0.25) * 100) / 100
  const unreplied = part(skill.missed)
  const inquiryUsers = part(0.36)
  const orderUsers = part(0.42, inquiryUsers)
  const evaluated = part(0.035)
  const needHumanUsers = part(0.8)
  return {
    unreplied,
    handledUsers: buyers - unreplied,
    sessions: Math.round(buyers * (1.04 + chance.next() * 0.08)),
    needHumanUsers,
    unreplied3min: part(skill.missed * 2.4, needHumanUsers),
    rate3minBp: 10_000 - part(skill.missed * 2.4, 10_000),
    rate30sBp: 10_000 - part(skill.missed * 6, 10_000),
    speed: { frtSec: seconds(skill.firstS), artSec: seconds(skill.averageS) },
    opinion: { evaluated, satisfied: evaluated - part(0.12, evaluated) },
    trade: { inquiryUsers, orderUsers, salesCents: orderUsers * chance.between(6_000, 14_000) },
  }
}
