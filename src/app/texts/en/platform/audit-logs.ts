export const auditLogs: Record<string, string> = {
  这一行的内容与写入时不同: 'This line differs from what was written',
  缺少这一行: 'This line is missing',
  有一行不是由本系统写入的: 'A line was not written by this system',
  这一行与前一行的次序被调换: 'This line and the one before it were swapped',
  链头不见了: 'The end of the chain is gone',
  链头被改动: 'The end of the chain was changed',
  '从这一行起，末尾被删去': 'From this line on the log was cut off',
  '这一行与库外记下的链头不符：日志被整体重写':
    'This line differs from the end noted outside the database: the log was rewritten',
  '正在核对操作日志，请稍后再试。': 'The log is being verified. Please try again later.',
  校验: 'Verify',
  重新校验: 'Verify again',
  '逐行核对操作日志：有没有人绕过系统，在数据库里改过、删过或补过记录。日志多时需要几十秒。':
    'Goes through the log line by line: has anybody changed, deleted or added lines in the database, past the system? A long log takes some tens of seconds.',
  '{at} 校验。请把链头抄到系统以外的地方：日后对照，连整份日志被重写也能发现。':
    'Verified {at}. Please note the ends of the chains outside the system: compared later, they show even a log that was rewritten as a whole.',
  有改动: 'Changed',
  完好: 'Intact',
  '{n} 行，与写入时一致': '{n} {n:line|lines}, as written',
  '另有 {n} 行刚刚写入，还没有编号':
    '{n} more {n:line has|lines have} just been written and not been numbered yet',
  链头: 'End of the chain',
  '{sentence}。此前 {n} 行完好，请联系系统管理员，保留数据库备份。':
    '{sentence}. The {n} {n:line|lines} before are intact. Please tell whoever runs the system, and keep a backup of the database.',
  '第 {seq} 行：{sentence}。此前 {n} 行完好，请联系系统管理员，保留数据库备份。':
    'Line {seq}: {sentence}. The {n} {n:line|lines} before are intact. Please tell whoever runs the system, and keep a backup of the database.',
  '这一项现在就是这个值，不需要恢复。': 'It has this value now; there is nothing to restore.',
  '这一项不能从日志恢复：它带掩码、太长而没有全部留存、随步骤变化，或不在这一行里。':
    'This cannot be restored from the log: it is masked, too long to be kept whole, changes by steps, or is not in this line.',
  '核对了 {n} 行操作日志。': '{n} {n:line|lines} of the audit log verified.',
}
