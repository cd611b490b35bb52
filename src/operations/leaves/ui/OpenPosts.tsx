import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import type { Candidate, OpenPost } from '#operations/leaves/contract.ts'
import { dayListText } from '#operations/leaves/leaveTexts.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'

/** The stand-in that is chosen per store and shift; null if nobody is. Absent: the proposal. */
export type StandInChoices = Readonly<Record<string, number | null>>

export const postKey = ({ storeId, shift }: Pick<OpenPost, 'storeId' | 'shift'>) => `${storeId} ${shift}`

/** The chosen stand-in of a store and shift, else the best candidate if that person is free on all of its days. */
export function chosenFor(post: OpenPost, choices: StandInChoices): Candidate | null {
  const choice = choices[postKey(post)]
  if (choice !== undefined) return post.candidates.find(({ staffId }) => staffId === choice) ?? null
  const [best] = post.candidates
  return best && best.busyDays === 0 && best.restDays === 0 ? best : null
}

interface Props {
  posts: readonly OpenPost[]
  choices: StandInChoices
  onChoose: (key: string, staffId: number | null) => void
}

/** The stores and shifts that a leave leaves uncovered, with the stand-in to be named for each and the reasons. */
export function OpenPosts({ posts, choices, onChoose }: Props) {
  const { nameOf } = useShifts()
  return (
    <ul className="leave-posts">
      {posts.map((post) => {
        const name = t('{store} {shift}', { store: post.storeName, shift: nameOf(post.shift) })
        return (
          <li key={postKey(post)}>
            <div className="leave-post-name">
              <strong>{name}</strong>
              <small>{dayListText(post.days)}</small>
            </div>
            <PostChoice
              label={t('{name}的替班', { name })}
              post={post}
              chosen={chosenFor(post, choices)}
              onChoose={(staffId) => onChoose(postKey(post), staffId)}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface ChoiceProps {
  label: string
  post: OpenPost
  chosen: Candidate | null
  onChoose: (staffId: number | null) => void
}

/** 0 stands for nobody: a select has no option without a value. */
const NOBODY = 0

function PostChoice({ label, post: { candidates, days }, chosen, onChoose }: ChoiceProps) {
  if (candidates.length === 0) {
    return (
      <div className="leave-post-choice">
        <small className="leave-empty">{t('本组没有空着的人，这些天无人')}</small>
      </div>
    )
  }
  const options = [
    ...candidates.map((one) => ({ value: one.staffId, label: one.name, reason: reasonOf(one, days.length) })),
    { value: NOBODY, label: t('先不安排'), reason: t('这些天无人') },
  ]
  return (
    <div className="leave-post-choice">
      <LocalSelect
        none="fixed"
        aria-label={label}
        className="wide-control"
        value={chosen?.staffId ?? NOBODY}
        options={options}
        optionRender={({ label: name, data }) => (
          <>
            {name} <small className="leave-quiet">{data.reason}</small>
          </>
        )}
        onChange={(staffId) => onChoose(staffId === NOBODY ? null : staffId)}
      />
      {chosen ? (
        <small>{reasonOf(chosen, days.length)}</small>
      ) : (
        <small className="leave-empty">{t('不安排的话，这些天无人')}</small>
      )}
    </div>
  )
}

/** What speaks for and against a person, in a few words. */
function reasonOf({ busyDays, restDays, stores, stoodIn, knowsStore }: Candidate, days: number): string {
  return [
    busyDays > 0 && t('{n} 天已有这个班', { n: busyDays }),
    restDays > 0 && (days === 1 ? t('当天休息') : t('{n} 天休息', { n: restDays })),
    stores > 0 ? t('当天只有 {n} 家店', { n: stores }) : t('当天没有别的店'),
    stoodIn > 0 ? t('替过这家店 {n} 次', { n: stoodIn }) : knowsStore && t('做过这家店'),
  ]
    .filter((reason) => reason !== false)
    .join(t('；'))
}
