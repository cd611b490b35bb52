export const systemStatus: Record<string, string> = {
  本机: 'this machine',
  还没有成功过: 'None has succeeded yet',
  '最近一份是 {at}': 'The last one is of {at}',
  '最近一份是 {at}（{size}）': 'The last one is of {at} ({size})',
  '先做：看放备份的地方是否连得上、有没有空间、账号是否过期；一小时内会自动再试。':
    'First: check whether the place of the backups can be reached, has room, and whether its account has expired; it is tried again within an hour.',
  'PostgreSQL 的日志归档失败': "Archiving PostgreSQL's write-ahead log fails",
  'PostgreSQL 的日志归档停住了': "Archiving PostgreSQL's write-ahead log has stopped",
  '{what}，最后一次成功是 {at}。数据没有丢，但这台机器若坏了，那以后保存的找不回来':
    '{what}; the last success was at {at}. No data was lost, but if this machine is lost, what was saved since then is lost too',
  '{what}，还没有成功过。数据没有丢，但这台机器若坏了，只能恢复到别的备份':
    '{what}; it has never succeeded. No data was lost, but if this machine is lost, only other backups can be restored',
  '先做：看 PostgreSQL 的日志里归档命令的报错，再看放归档的地方是否连得上、有没有空间；不要删 pg_wal 里的文件，排除以后会自动补上。':
    "First: read the archive command's error in the log of PostgreSQL, then check whether the place of the archive can be reached and has room; delete no file in pg_wal: it catches up by itself afterwards.",
  '先做：看任务的结果里写了什么，再按运维手册的“恢复”在另一台机器上试一次最近的备份。':
    'First: read the result of the task, then restore the last backup on another machine as the operations manual describes.',
  '到“{target}”的备份连续 {n} 次没有成功，最后一次是 {at}。{last}。数据没有丢':
    'The backup to "{target}" failed {n} {n:time|times} in a row, the last time at {at}. {last}. No data was lost',
  '{remedy}最近一次的原因：{reason}': '{remedy} The reason of the last failure: {reason}',
  '群机器人“{name}”没有收到系统状态的消息（{at}），它的群不知道系统出的问题':
    'The group robot "{name}" did not get a message of the system status ({at}); its group does not know of the problem',
  '先做：在“群机器人”里给它发一条测试消息，按提示改它的地址或安全设置；服务器也要能连到它。':
    'First: send it a test message under "Group robots" and correct its address or security settings as told; the server must be able to reach it.',
  '上一次成功是 {at}': 'The last success was at {at}',
  '“{target}”的备份没有通过恢复演练（{at}）。{before}。正在用的数据没有受影响':
    'A backup at "{target}" failed its test restore ({at}). {before}. The data in use is not affected',
  '到“{target}”已有 {length}没有新的备份。{last}。数据没有丢':
    'There has been no new backup at "{target}" for {length}. {last}. No data was lost',
  '“{target}”的备份已有 {length}没有做过恢复演练':
    'No backup at "{target}" has been test-restored for {length}',
  '公司 {code} 的操作日志被人在系统之外动过：{reason}':
    'The audit log of company {code} was changed outside the system: {reason}',
  '公司 {code} 的操作日志被人在系统之外动过，第 {seq} 行：{reason}':
    'The audit log of company {code} was changed outside the system, line {seq}: {reason}',
  '先做：不要删任何东西，留好现在的备份和服务器日志；查谁能直接登录数据库，再和之前存下的链头对照。':
    'First: delete nothing, and keep the present backups and server logs; find out who can sign in to the database directly, then compare with chain ends stored earlier.',
  '操作日志有 {length}没有封存：封存之前，改动它不会留下痕迹。日志本身没有丢':
    'The audit log has not been sealed for {length}: until then, a change leaves no trace. The log itself is not lost',
  '先做：在服务器日志里找“chore failed”和“audit line unsealed”，看原因；重启程序会再试。':
    'First: look for "chore failed" and "audit line unsealed" in the server log for the reason; a restart of the program tries again.',
  '操作日志已有 {length}没有完整地校验过一遍': 'The audit log has not been verified completely for {length}',
  '先做：看任务“操作日志校验”有没有失败；也可以在“操作日志校验”里自己校验一次。':
    'First: see whether the task "Audit log verification" has failed; you can also verify the log yourself there.',
  '一小时内数据库解开了 {n} 次死锁，每次有一个操作没有保存，操作的人看到了提示':
    'The database resolved {n} {n:deadlock|deadlocks} within an hour. Each time one action was not saved and its user was told',
  '先做：把 PostgreSQL 日志里“deadlock detected”的几段发给开发的人。':
    'First: send the passages with "deadlock detected" in the PostgreSQL log to the developers.',
  '数据库现在只能读，不能保存。已保存的没有丢':
    'The database is read-only; nothing can be saved. Saved data is not lost',
  '先做：看 DATABASE_URL 指向的是不是主库（备库只能读）；若是主库，看它是否被设成了只读。':
    'First: check whether DATABASE_URL points to the primary (a standby is read-only); if so, whether it was set to read only.',
  '数据库的连接快用完了：{used} / {max}': 'The database is running out of connections: {used} / {max}',
  '先做：看还有什么程序连着这个数据库；节点多时提高 max_connections。':
    'First: see which other programs are connected to this database; with many nodes, raise max_connections.',
  'PostgreSQL {version} 太旧，程序只在 {least} 及以上的版本上测试过':
    'PostgreSQL {version} is too old; the program is tested with {least} and newer only',
  'PostgreSQL {version} 的安全更新到 {end} 为止': 'Security updates of PostgreSQL {version} end on {end}',
  'PostgreSQL {version} 从 {end} 起没有安全更新了':
    'PostgreSQL {version} has had no security updates since {end}',
  '先做：先备份，再按运维手册的“PostgreSQL”升级到新的大版本。':
    'First: back up, then upgrade to a new major version as the operations manual describes under "PostgreSQL".',
  '先做：把这个节点升级到 {newest} 再启动。': 'First: upgrade this node to {newest}, then start it.',
  '节点 {no} 的程序 {version} 太旧：数据库只接受 {minimum} 及以上的程序写入，在这个节点上不能保存':
    'Program {version} of node {no} is too old: the database accepts writes of {minimum} and newer only, so nothing can be saved on this node',
  '节点 {no} 的程序 {version} 比数据库旧：数据库已由 {newest} 升级':
    'Program {version} of node {no} is older than the database, which {newest} has upgraded',
  '节点 {no}（{version}）没有消息了，最后一次是 {at}。它没有做完的任务由别的节点接着做':
    'Node {no} ({version}) has fallen silent; its last sign was at {at}. Other nodes take over its unfinished tasks',
  '先做：看那台机器是否开着、程序是否在运行；不再用的节点 7 天后自动从这里消失。':
    'First: check whether the machine is on and the program is running; a node that is no longer used disappears after 7 days.',
  '节点 {no} 的时钟比数据库{side} {length}，它不再运行任务':
    'The clock of node {no} is {side} the database by {length}; it runs no tasks',
  '节点 {no} 的时钟比数据库{side} {length}': 'The clock of node {no} is {side} the database by {length}',
  '先做：在那台机器上开启时间同步（timedatectl set-ntp true），再点“重新检查”。':
    'First: switch on time synchronization on that machine (timedatectl set-ntp true), then press "Check again".',
  往前: 'forward',
  往后: 'back',
  '节点 {no} 的机器时间{side}跳了 {length}。这期间记下的时间可能不对':
    'The clock of the machine of node {no} jumped {side} by {length}. Times recorded meanwhile may be wrong',
  '先做：看那台机器的日期和时间对不对，开启时间同步；虚拟机还要看它是否被暂停过。':
    'First: check the date and time of that machine and switch on time synchronization; for a virtual machine, also whether it was suspended.',
  '各节点的版本不一致已超过 {length}：{versions}':
    'The nodes have had different versions for more than {length}: {versions}',
  '先做：把旧版本的节点升级；升级没有做完时，新功能可能时有时无。':
    'First: upgrade the nodes with the old version; until then new features may come and go.',
  '节点 {no} 的磁盘满了（剩 {free}），现在只能查看，不能保存。已保存的没有丢':
    'The disk of node {no} is full ({free} left): people can look but not save. Saved data is not lost',
  '节点 {no} 的磁盘只剩 {free}（共 {total}）。数据没有丢，少于 0.5 GB 时会停止保存':
    'The disk of node {no} has {free} left of {total}. No data was lost; below 0.5 GB nothing can be saved',
  '先做：删掉或移走这块盘上不用的文件，或者换大一点的盘；不要删数据文件夹里的东西。':
    'First: delete or move files on this disk that are not needed, or use a larger disk; delete nothing in the data folder.',
  '按最近的增长，节点 {no} 的磁盘再过 {length}就满（剩 {free}）':
    'At the growth of late, the disk of node {no} will be full in {length} ({free} left)',
  '先做：看是什么在增长（备份、日志，还是别的程序的文件），清理或者换大一点的盘。':
    'First: find out what grows (backups, logs, files of other programs), then clear it or use a larger disk.',
  '内置数据库在一小时内意外重启 {n} 次，最后一次是 {at}。已保存的没有丢':
    'The embedded database restarted unexpectedly {n} {n:time|times} within an hour, the last time at {at}. Saved data is not lost',
  '先做：看服务器的内存够不够（日志里“内置数据库意外退出”的前后）；反复出现时改用 PostgreSQL。':
    'First: check whether the server has enough memory (around that time in its log); if it happens again, move to PostgreSQL.',
  '数据库有 {length}连不上（{from} 到 {to}），现在又连上了。已保存的没有丢，没有保存成功的操作，当时已经告诉了操作的人':
    'The database could not be reached for {length} ({from} to {to}) and is back. Nothing saved is lost; users were told when their action was not saved',
  '一小时内与数据库的连接断了 {n} 次。没有保存成功的操作，当时已经告诉了操作的人':
    'Connections to the database broke {n} times within an hour. Users were told when their action was not saved',
  '先做：看数据库服务器是否重启过、网络是否稳定，以及它的日志。':
    'First: check whether the database server restarted, whether the network is stable, and its log.',
  '数据库答得慢：最简单的一问要 {ms} 毫秒（平时在 20 毫秒以内）。数据没有丢':
    'The database is slow: the simplest question takes {ms} ms (usually below 20 ms). No data was lost',
  '先做：看数据库服务器的处理器、磁盘和网络，有没有别的程序在占用；大的导入做完会自己恢复。':
    'First: check processor, disk and network of the database server for other programs; after a large import it recovers by itself.',
  '最近 15 分钟有 {n} 个请求因为程序或数据库出错没有办成，操作的人看到了提示':
    'In the last 15 minutes {n} requests failed because of an error of the program or the database; their users were told',
  '先做：看这里有没有别的问题；没有的话，按错误编号在服务器日志里找原因，告诉开发的人。':
    'First: see whether there are other problems here; if not, find the reason in the server log by the error number and tell the developers.',
  '上一次完成是 {at}': 'It was last completed at {at}',
  还没有完成过: 'It has never been completed',
  '任务“{job}”没有按时运行：{due} 就该开始。{last}':
    'The task "{job}" did not run on time: it was due at {due}. {last}',
  '先做：看节点是否在线、时钟是否准确（时钟差超过 5 秒的节点不运行任务）；都正常就重启程序。':
    'First: check whether the nodes are online and their clocks are right (a node whose clock is off by more than 5 s runs no tasks); if so, restart the program.',
  '任务“{job}”试了 {n} 次都没有完成，最后一次是 {at}。已做完的部分没有丢':
    'The task "{job}" was not completed in {n} attempts, the last one at {at}. What was done before is not lost',
  '任务“{job}”在 {at} 没有完成，5 分钟后再试，还会试 {left} 次':
    'The task "{job}" was not completed at {at}; it will be tried again in 5 minutes, {left} {left:time|times} at most',
  '先做：在服务器日志里找这个时间的“job failed”，那一行写着原因；排除以后，下一次到点会自动再做。':
    'First: look for "job failed" at that time in the server log for the reason; once it is removed, the next run does the work.',
  '任务“{job}”已运行 {length}，还没有结束': 'The task "{job}" has been running for {length}',
  '任务“{job}”已开始 {length}，做它的节点没有消息了':
    'The task "{job}" began {length} ago, and its node has fallen silent',
  '先做：看数据库是否很慢、磁盘是否快满；没有别的原因就重启程序，任务会接着做。':
    'First: check whether the database is slow or the disk nearly full; if not, restart the program, and the task continues.',
  '后台导出排队：{n} 个文件在等，最久的等了 {length}。文件没有丢，轮到就会写':
    'Exports are queued: {n} {n:file|files} waiting, the longest for {length}. They are not lost and will be written in turn',
  '先做：看节点是否在线、数据库是否很慢；都正常就重启程序。':
    'First: check whether the nodes are online and the database is fast; if so, restart the program.',
  '订阅没有按时送达：{n} 个在等，最久的等了 {length}':
    'Subscriptions are late: {n} waiting, the longest for {length}',
  '先做：看任务“订阅送达”的结果，以及服务器能不能连到群机器人的地址。':
    'First: check the result of the task "Subscriptions", and whether the server can reach the group robots.',
  '已恢复（持续了 {length}）：{title}': 'Resolved (lasted {length}): {title}',
  这个任务: 'the task',
  '● {title}。{remedy}': '● {title}. {remedy}',
  '○ {title}。': '○ {title}.',
  '只有总部的管理员可以重新检查。': 'Only admins of the headquarters can check again.',
  '只有总部的管理员可以备份。': 'Only admins of the headquarters can make a backup.',
  '这里还没有备份的目的地，先设置 BACKUP_TO。': 'There is no target for backups yet: set BACKUP_TO first.',
  立即备份: 'Back up now',
  '已开始备份，做完后这里会更新': 'Backup started; this page shows when it is done',
  '正在备份，做完后这里会更新': 'A backup is under way; this page shows when it is done',
  '数据库现在只能读，不能保存。': 'The database is read-only; nothing can be saved.',
  '数据库的磁盘满了，现在不能保存。': 'The disk of the database is full; nothing can be saved.',
  '数据库写磁盘失败，现在不能保存。': 'The database cannot write to its disk; nothing can be saved.',
  '{n} 个，{wrong} 个有问题': '{n}, {wrong} with a problem',
  任务: 'Tasks',
  计划: 'Schedule',
  上次: 'Last',
  用时: 'Duration',
  下次: 'Next',
  '{job}：近 30 天': '{job}: last 30 days',
  '近 30 天没有运行过': 'Has not run in the last 30 days',
  '近 30 天': 'Last 30 days',
  应运行: 'Due',
  开始: 'Begun',
  还没有记录: 'Nothing recorded yet',
  '{n} 项': '{n} {n:entry|entries}',
  运行中: 'Running',
  '最近成功 {at}': 'Last success {at}',
  版本不一致: 'Versions differ',
  版本一致: 'Same version',
  内置数据库: 'Embedded database',
  '每月 +{size}': '+{size} a month',
  节点: 'Nodes',
  '结构 {schema}': 'Schema {schema}',
  '连接 {used} / {max}': 'Connections {used} / {max}',
  '一小时内死锁 {n} 次': '{n} {n:deadlock|deadlocks} within an hour',
  '时钟差 {n} 秒': 'Clock off by {n} s',
  '内存 {size}': 'Memory {size}',
  '数据库 {ms} 毫秒': 'Database {ms} ms',
  '{at} 启动': 'Started {at}',
  '节点 {no}': 'Node {no}',
  没有消息: 'Silent',
  '最后一次消息 {at}': 'Last sign {at}',
  磁盘: 'Disk',
  '用了 {used}，共 {total}': '{used} of {total} used',
  '增长要记录三天以后才知道，或者没有增长': 'Growth is known after three days, or there is none',
  '按最近的增长，约 {n} 天后满': 'At the growth of late, full in about {n} {n:day|days}',
  '一天内 {n} 个失败': '{n} failed within a day',
  没有失败的: 'None failed',
  队列: 'Queues',
  订阅和群机器人: 'Subscriptions and group robots',
  出错的请求: 'Failed requests',
  '15 分钟内 {quarter}，一小时内 {hour}': '{quarter} within 15 minutes, {hour} within an hour',
  '{n} 个运行中，{waiting} 个在等': '{n} running, {waiting} waiting',
  '{n} 个在等': '{n} waiting',
  '一天内完成 {n} 个': '{n} done within a day',
  '{n} 条，{at} 校验完一遍': '{n} {n:line|lines}, verified completely at {at}',
  第一遍还没有校验完: 'The first verification is not complete yet',
  再校验: 'Verify again',
  链条: 'Chain',
  没有断: 'Unbroken',
  '抄到系统以外的地方：日后对照，连整份日志被重写也能发现。':
    'Copy it to a place outside the system: compared later, it reveals even a log that was rewritten as a whole.',
  已重新检查: 'Checked again',
  '没有发现问题，{at} 检查，每分钟一次': 'No problem found; checked at {at}, every minute',
  最近的异地备份: 'Last remote backup',
  最近的备份: 'Last backup',
  还没有: 'None yet',
  '{length}前': '{length} ago',
  '剩 {free}': '{free} left',
  '剩 {free}，约 {n} 天': '{free} left, about {n} {n:day|days}',
  '最久等 {length}': 'Longest wait {length}',
  没有在等的: 'Nothing waits',
  等待的任务: 'Waiting tasks',
  个: 'items',
  在线: 'online',
  校验中: 'Verifying',
  完整: 'Complete',
  '{n} 条，{at}': '{n} {n:line|lines}, {at}',
  没按时运行: 'Not on time',
  还没运行: 'Not run yet',
  异地备份: 'Remote backup',
  恢复演练: 'Test restore',
  系统的问题: 'Problems of the system',
  '{sentence}。': '{sentence}.',
  '从 {at} 开始': 'Since {at}',
  '{began}，{at} 通知了 {n} 位管理员和 {groups} 个群':
    '{began}; {n} {n:admin|admins} and {groups} {groups:group|groups} were informed at {at}',
  '{began}，{at} 通知了 {n} 位管理员': '{began}; {n} {n:admin was|admins were} informed at {at}',
  查看系统状态: 'Show the system status',
  '{n} 个问题': '{n} {n:problem|problems}',
}
