#include "tests/test.h"

int main(void)
{
    return tests_run() != 0;
}
