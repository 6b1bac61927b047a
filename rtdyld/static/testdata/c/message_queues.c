// queues of System V, shared memory, semaphores of the process's own.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void)
{
	struct { long type; char text[20]; } m = {5, "message"};
	int q = msgget(IPC_PRIVATE, 0600), s = shmget(IPC_PRIVATE, 4096, 0600), e = semget(IPC_PRIVATE, 1, 0600);
	printf("%d", msgsnd(q, &m, 8, 0)), m.text[0] = 0, printf(" %zd", msgrcv(q, &m, 20, 5, 0)), printf(" %s\n", m.text);
	char *p = shmat(s, NULL, 0);
	strcpy(p, "shared"), printf("%s ", p), printf("%d\n", shmdt(p));
	union semun { int val; } v = {2};
	struct sembuf o = {0, -1, 0};
	printf("%d", semctl(e, 0, SETVAL, v)), printf(" %d", semop(e, &o, 1)), printf(" %d\n", semctl(e, 0, GETVAL));
	printf("%d %d %d\n", msgctl(q, IPC_RMID, NULL), shmctl(s, IPC_RMID, NULL), semctl(e, 0, IPC_RMID));
	return 0;
}
