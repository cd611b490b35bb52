import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { isProposable } from '#operations/duty/candidates/rules.ts'
import type { Candidate } from '#operations/duty/contract.ts'
import { candidateReason } from '#operations/duty/ui/candidateReason.tsx'
import type { OpenPost } from '#operations/leaves/contract.ts'
import { dayListText } from '#operations/leaves/leaveTexts.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'

/** The stand-in that is chosen per store and shift; null if nobody is. Absent: the proposal. */
export type StandInChoices = Readonly<Record<string, number | null>>

export const postKey = ({ storeId, shift }: Pick<OpenPost, 'storeId' | 'shift'>) => `${storeId} ${shift}`

/** The chosen stand-in of a store and shift, else the best candidate if no second shift and no rest is needed. */
export function chosenFor(post: OpenPost, choices: StandInChoices): Candidate | null {
  const choice = choices[postKey(post)]
  if (choice !== undefined) return post.candidates.find(({ staffId }) => staffId === choice) ?? null
  return post.candidates.find(isProposable) ?? null
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

/** A type, not an interface: antd's option types have an index signature, which would accept a misspelt name. */
type PostOption = { value: number; label: string; reason: string }

function PostChoice({ label, post: { candidates, days }, chosen, onChoose }: ChoiceProps) {
  if (candidates.length === 0) {
    return (
      <div className="leave-post-choice">
        <small className="leave-empty">{t('本组没有空着的人，这些天无人')}</small>
      </div>
    )
  }
  const options: PostOption[] = [
    ...candidates.map((one) => ({
      value: one.staffId,
      label: one.name,
      reason: candidateReason(one, days.length),
    })),
    { value: NOBODY, label: t('先不安排'), reason: t('这些天无人') },
  ]
  return (
    <div className="leave-post-choice">
      <LocalSelect<number, PostOption>
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
        <small>{candidateReason(chosen, days.length)}</small>
      ) : (
        <small className="leave-empty">{t('不安排的话，这些天无人')}</small>
      )}
    </div>
  )
}
